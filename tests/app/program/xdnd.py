"""Drops a file onto a window as a file manager of X11 does: the source's side of the protocol XDND, version 5."""

import select
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event


class DropSource:
    def __init__(self):
        self.display = display.Display()
        screen = self.display.screen()
        self.window = screen.root.create_window(0, 0, 1, 1, 0, screen.root_depth, event_mask=X.PropertyChangeMask)
        self.atom = self.display.intern_atom
        self.window.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        self.display.sync()

    def send(self, target, name, data):
        target.send_event(event.ClientMessage(window=target, client_type=self.atom(name), data=(32, data)))
        self.display.flush()

    def wait_for(self, name, text, seconds=30):
        """Answers requests for what is dragged until the target sends this message; returns its data, or None."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not self.display.pending_events():
                select.select([self.display.fileno()], [], [], 0.2)
                continue
            got = self.display.next_event()
            if got.type == X.SelectionRequest:
                got.requestor.change_property(got.property, got.target, 8, text)
                got.requestor.send_event(event.SelectionNotify(time=got.time, requestor=got.requestor,
                                                               selection=got.selection, target=got.target,
                                                               property=got.property))
                self.display.flush()
            elif got.type == X.ClientMessage and got.client_type == self.atom(name):
                return got.data[1]
        return None

    def drop(self, window_id, path, x, y):
        """Drops the file at this place of the screen. Returns whether the target took it."""
        target = self.display.create_resource_object("window", window_id)
        text = f"file://{path}\r\n".encode()
        self.send(target, "XdndEnter", [self.window.id, 5 << 24, self.atom("text/uri-list"), 0, 0])
        self.send(target, "XdndPosition", [self.window.id, 0, x << 16 | y, X.CurrentTime, self.atom("XdndActionCopy")])
        status = self.wait_for("XdndStatus", text)
        if status is None or not status[1] & 1:
            return False
        self.send(target, "XdndDrop", [self.window.id, 0, X.CurrentTime, 0, 0])
        return self.wait_for("XdndFinished", text) is not None
