"""The downloads that scripts/package.sh makes: what they hold, and that they run where there is no compiler, no font and
none of the packages that building needs.

package_test.py DIST [PROGRAM]   PROGRAM is a build that is started here: what it prints and draws must come out there.

The places to run in are folders that hold the C library, X11 and a driver for OpenGL, and nothing else; `unshare` and
`chroot` make them the whole file system. They are of the machine that runs the test."""

import functools
import glob
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../app/program"))
from picture import read_pixels  # noqa: E402
from program import check, fail, run  # noqa: E402

project = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
dist = os.path.abspath(sys.argv[1])
reference = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None

# All that the programs may ask of the system by name; GLFW opens OpenGL and the rest of X11 when a window is asked for.
C_LIBRARY = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2"}
DISPLAY = {"libX11.so.6"}
FONTS = {"Inter-Regular.otf", "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf", "JetBrainsMono-SemiBold.ttf",
         "DroidSansFallbackFull.ttf", "NanumGothic.ttf", "DejaVuSans.ttf", "Symbola_hint.ttf"}
SHARED = ["share/applications/chunkscope.desktop", "share/mime/packages/chunkscope.xml",
          "share/metainfo/org.chunkscope.chunkscope.metainfo.xml", "share/icons/hicolor/scalable/apps/chunkscope.svg",
          "share/icons/hicolor/48x48/apps/chunkscope.png", "share/icons/hicolor/128x128/apps/chunkscope.png",
          "share/icons/hicolor/256x256/apps/chunkscope.png", "share/doc/chunkscope/copyright",
          "share/doc/chunkscope/Apache-2.0.txt", "share/doc/chunkscope/world-file.md"]


def output_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    check(done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def only(pattern):
    found = glob.glob(os.path.join(dist, pattern))
    check(len(found) == 1, f"one {pattern} in {dist}, not {found}")
    return found[0]


def all_files(folder):
    return [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]


# -- What a download holds

def check_program_files(folder, own):
    """That each file of machine code needs nothing of the system but what may be asked, and knows no folder of this
    machine."""
    for file in all_files(folder):
        with open(file, "rb") as opened:
            content = opened.read()
        for secret in (project, os.path.expanduser("~/"), tempfile.gettempdir() + "/"):
            if len(secret) > 6:
                check(os.fsencode(secret) not in content, f"{file} names the folder {secret}")
        if content[:4] != b"\x7fELF":
            continue
        dynamic = output_of("readelf", "-d", file)
        needed = set(re.findall(r"NEEDED.*\[(.+)\]", dynamic))
        beyond = needed - C_LIBRARY - DISPLAY - own
        check(not beyond, f"{file} needs {beyond}")
        for path in re.findall(r"(?:RPATH|RUNPATH).*\[(.+)\]", dynamic):
            check(path == "$ORIGIN/../lib/chunkscope", f"{file} looks for libraries in {path}")
        check(".debug_info" not in output_of("readelf", "-SW", file), f"{file} is stripped")


def check_shared(prefix):
    for name in SHARED:
        check(os.path.isfile(os.path.join(prefix, name)), f"there is {name}")
    check(set(os.listdir(os.path.join(prefix, "share/chunkscope/fonts"))) == FONTS, "there are the fonts")
    with open(os.path.join(prefix, "share/doc/chunkscope/copyright"), encoding="utf-8") as opened:
        licences = opened.read()
    for part in ["imgui", "glfw", "glad", "nlohmann_json", "CLI11", "stb", "libstdc++", "Inter-", "JetBrainsMono-",
                 "DroidSansFallbackFull", "NanumGothic", "DejaVuSans", "Symbola_hint"]:
        check(re.search(rf"^Files: .*{re.escape(part)}", licences, re.MULTILINE), f"{part} has its licence")
    named = set(re.findall(r"^License: (.+)\n(?! )", licences, re.MULTILINE))
    texts = set(re.findall(r"^License: (.+)\n ", licences, re.MULTILINE))
    for each in named:
        for licence in [each] if "with" in each else each.split(" and "):
            check(licence in texts, f"the text of {licence} is there")
    for size in (48, 128, 256):
        with open(os.path.join(prefix, f"share/icons/hicolor/{size}x{size}/apps/chunkscope.png"), "rb") as opened:
            head = opened.read(24)
        check(head[16:24] == size.to_bytes(4, "big") * 2, f"the icon of {size} pixels has them")

    output_of("desktop-file-validate", os.path.join(prefix, SHARED[0]))
    output_of("xmllint", "--noout", *(os.path.join(prefix, name) for name in SHARED[1:4]))
    output_of("appstreamcli", "validate", "--no-net", os.path.join(prefix, SHARED[2]))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(prefix, "share/mime"), os.path.join(folder, "mime"))
        output_of("update-mime-database", os.path.join(folder, "mime"))
        with open(os.path.join(folder, "mime/globs2"), encoding="utf-8") as opened:
            check(opened.read().splitlines()[-1] == "50:application/x-chunkscope-world+json:*.chunkscope.json",
                  "world files have a suffix, and *.json is left to others")


# -- Where a download must run

def library(name):
    found = re.search(rf"^\s*{re.escape(name)} .*x86-64.*=> (\S+)$", output_of("/sbin/ldconfig", "-p"), re.MULTILINE)
    return found and found.group(1)


class Root:
    """A file system with these libraries, and those that they need, alone."""
    def __init__(self, folder, names):
        self.folder = folder
        for each in ("proc", "tmp", "home", "dev", "usr/lib", "usr/lib64", "usr/bin"):
            os.makedirs(os.path.join(folder, each))
        for each in ("lib", "lib64", "bin"):
            os.symlink(os.path.join("usr", each), os.path.join(folder, each))
        open(os.path.join(folder, "dev/null"), "w").close()
        self.add(names)

    def add(self, names):
        """Names of libraries, or files."""
        for name in names:
            file = name if name.startswith("/") else library(name)
            if not file:
                continue
            closure = re.findall(r"(/\S+) \(0x", subprocess.run(["ldd", file], capture_output=True, text=True).stdout)
            for each in [file, *closure]:
                target = self.path(os.path.normpath(each))
                if not os.path.exists(target):
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    shutil.copy(os.path.realpath(each), target)

    def path(self, inside):
        return os.path.join(self.folder, inside.lstrip("/"))

    def command(self, *arguments):
        # Its own users, mounts and processes need no rights; /proc is where a program learns its own folder.
        prepare = ('mount -t proc proc "$0/proc" && mount --bind /dev/null "$0/dev/null" && '
                   'if [ -d "$0/tmp/.X11-unix" ]; then mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix"; fi && '
                   'exec "$CHROOT" "$0" "$@"')
        return [*own_root(), "sh", "-c",
                prepare.replace("$CHROOT", shutil.which("chroot") or "/usr/sbin/chroot"), self.folder, *arguments]

    def run(self, *arguments, **environment):
        with_path = {"HOME": "/home", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", **environment}
        return subprocess.run(self.command(*arguments), env=with_path, capture_output=True, text=True, timeout=120)

    def output_of(self, *arguments, **environment):
        done = self.run(*arguments, **environment)
        check(done.returncode == 0, f"{arguments}, where nothing else is:\n{done.stdout}{done.stderr}")
        return done.stdout


@functools.cache
def own_root():
    """What runs a command with mounts and processes of its own: anybody may, or root alone, or nobody."""
    for users in (["--user", "--map-root-user"], []):
        command = ["unshare", *users, "--mount", "--pid", "--fork", "--kill-child"]
        with tempfile.TemporaryDirectory() as folder:
            if subprocess.run([*command, "mount", "-t", "proc", "proc", folder], capture_output=True).returncode == 0:
                return command
    fail("not started: this machine lets nobody have a root of their own (unshare --mount --pid)")


def hash_of(text):
    return re.search(r"tick 60 hash \w+", text).group(0)


def check_without_window(root, program):
    check(not [file for file in all_files(root.folder) if "libstdc++" in file or "libgcc" in file],
          "there is no C++ runtime")
    check(not os.path.exists(root.path("usr/share/fonts")), "there are no fonts")
    version = root.output_of(program, "--version")
    check(re.search(r"\d+\.\d+\.\d+", version), version)
    ticks = hash_of(root.output_of(program, "run", "--scene", "chase", "--ticks", "60", "--hash",
                                   "--save", "/tmp/chase.chunkscope.json"))
    root.output_of(program, "check", "/tmp/chase.chunkscope.json")
    root.output_of(program, "layout", "--scene", "fragments", "--view", "treemap", "--scale", "1", "--out",
                   "/tmp/figure.png")
    if reference:
        code, printed, errors = run(reference, "run", "--scene", "chase", "--ticks", "60", "--hash")
        check(code == 0, errors)
        check(ticks == hash_of(printed), f"the same ticks give the same bits: {ticks}, and {printed} here")
        here = root.path("tmp/here.png")
        code, _, errors = run(reference, "layout", "--scene", "fragments", "--view", "treemap", "--scale", "1",
                              "--out", here)
        check(code == 0, errors)
        with open(here, "rb") as one, open(root.path("tmp/figure.png"), "rb") as other:
            check(one.read() == other.read(), "a figure has the same letters, from the fonts that come along")
    print(f"{ticks}, and a figure, where there is neither C++ runtime nor font")


def check_window(root, program):
    drivers = glob.glob("/usr/lib/*/dri/swrast_dri.so") + glob.glob("/usr/lib/*/libgallium-*.so")
    root.add(["libGL.so.1", "libGLX_mesa.so.0", "libXext.so.6", "libXrender.so.1", "libXrandr.so.2", "libXcursor.so.1",
              "libXi.so.6", "libXinerama.so.1", *drivers])
    os.makedirs(root.path("tmp/.X11-unix"))
    environment = {"DISPLAY": os.environ["DISPLAY"]}
    if os.environ.get("XAUTHORITY"):
        shutil.copy(os.environ["XAUTHORITY"], root.path("home/.Xauthority"))
    # Author with Chunks in front: Systems, and the panels of Inspect, show how long systems took.
    shot = ["shot", "--scene", "chase", "--ticks", "60", "--workspace", "Author", "--panel", "chunks", "--size", "1000x700", "--out"]
    root.output_of(program, *shot, "/tmp/shot.png", **environment)
    lines = read_pixels(root.path("tmp/shot.png"))
    check((len(lines[0]), len(lines)) == (1000, 700), "the picture has the size that was asked for")
    colours = {}
    for line in lines:
        for colour in line:
            colours[colour] = colours.get(colour, 0) + 1
    check(len(colours) > 200, "the picture is not empty")
    check(sum(n for (r, g, b), n in colours.items() if r > 200 and g < 110 and b < 120) > 100, "enemies are drawn")
    if reference:
        here = root.path("tmp/here.png")
        before = os.environ.get("XDG_CONFIG_HOME")
        os.environ["XDG_CONFIG_HOME"] = root.path("tmp/config")
        code, _, errors = run(reference, *shot, here)
        os.environ.pop("XDG_CONFIG_HOME")
        if before:
            os.environ["XDG_CONFIG_HOME"] = before
        check(code == 0, errors)
        lower_edge = 24 + 28  # status bar and line of time: with times and bytes, which differ
        check(read_pixels(here)[:-lower_edge] == lines[:-lower_edge], "the picture is the same that a build here makes")
    print("a picture of the window, with the driver of this machine and the fonts that come along")

    # The window itself, which the desktop file finds by its class.
    open_window = subprocess.Popen(root.command(program, "--scene", "chase"), stderr=subprocess.PIPE,
                                   env={"HOME": "/home", "PATH": os.environ["PATH"], **environment})
    try:
        with open(os.path.join(project, "packaging/chunkscope.desktop"), encoding="utf-8") as opened:
            window_class = re.search(r"^StartupWMClass=(.+)$", opened.read(), re.MULTILINE).group(1)
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--class", f"^{window_class}$"],
                               capture_output=True, text=True, timeout=60)
        check(found.stdout.strip(), f"a window of the class {window_class} comes up\n{found.stderr}")
    finally:
        open_window.kill()
        open_window.wait()
    print("its window, by the class of the desktop file")


def check_archive(archive, work):
    folder = os.path.join(work, "a place with spaces")
    with tarfile.open(archive) as opened:
        for member in opened:
            check(not member.name.startswith(("/", "..")) and member.uid == 0 and member.gid == 0, member.name)
            check(member.mode & 0o022 == 0, f"{member.name}: only its owner writes it")
        opened.extractall(folder)
    top = os.listdir(folder)
    check(top == [os.path.basename(archive).removesuffix(".tar.gz")], f"one folder in the archive, not {top}")
    prefix = os.path.join(folder, top[0])
    check(set(os.listdir(prefix)) == {"bin", "lib", "share", "LICENSE", "README.txt"} or
          set(os.listdir(prefix)) == {"bin", "share", "LICENSE", "README.txt"}, f"what is there: {os.listdir(prefix)}")
    own = {os.path.basename(file) for file in glob.glob(os.path.join(prefix, "lib/chunkscope/*"))}
    check_program_files(prefix, own)
    check_shared(prefix)

    with open(os.path.join(prefix, "README.txt"), encoding="utf-8") as opened:
        stated = re.search(r"glibc (\d+)\.(\d+) or newer", opened.read())
    check(stated, "README.txt says which glibc it needs")
    for file in glob.glob(os.path.join(prefix, "bin/*")) + glob.glob(os.path.join(prefix, "lib/chunkscope/*")):
        for version in re.findall(r"GLIBC_(\d+)\.(\d+)", output_of("objdump", "-T", file)):
            check(tuple(map(int, version)) <= tuple(map(int, stated.groups())), f"{file} needs glibc {version}")
    print(f"{os.path.basename(archive)}: {os.path.getsize(archive) / 1e6:.1f} MB, needs {stated.group(0)}, brings "
          f"{sorted(own)}")
    return prefix


def check_deb(deb, work):
    fields = dict(line.split(": ", 1) for line in output_of("dpkg-deb", "-f", deb).splitlines() if ": " in line)
    check(fields["Package"] == "chunkscope" and fields["Architecture"] == "amd64", str(fields))
    check(os.path.basename(deb) == f"chunkscope_{fields['Version']}_amd64.deb", "its name says what it is")
    depends = {each.strip().split(" ")[0] for each in fields["Depends"].split(",")}
    check({"libc6", "libgl1"} <= depends, f"it depends on {depends}")
    check(not depends & {"libstdc++6", "libgcc-s1"}, f"it brings the C++ runtime: {depends}")
    check(not [each for each in depends if each.endswith("-dev")], f"none of them is for building: {depends}")
    for line in output_of("dpkg-deb", "-c", deb).splitlines():
        rights, owner, *_ = line.split()
        check(owner == "root/root", line)
        check(re.match(r"(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--)$", rights), line)
        check(re.search(r" \./(usr/.*)?$", line), f"everything lies in /usr: {line}")
    prefix = os.path.join(work, "deb")
    output_of("dpkg-deb", "-x", deb, prefix)
    check_program_files(prefix, {"libglfw.so.3"} if "libglfw3" in depends else set())
    check_shared(os.path.join(prefix, "usr"))
    print(f"{os.path.basename(deb)}: {os.path.getsize(deb) / 1e6:.1f} MB, depends on {fields['Depends']}")
    return prefix, depends


with tempfile.TemporaryDirectory(prefix="chunkscope-package-") as work:
    unpacked = check_archive(only("chunkscope-*-linux-x86_64.tar.gz"), work)
    deb_files, deb_depends = check_deb(only("chunkscope_*_amd64.deb"), work)

    for_archive = Root(os.path.join(work, "archive_root"), sorted(C_LIBRARY | DISPLAY))
    shutil.copytree(unpacked, for_archive.path("home/somebody's folder"))
    os.makedirs(for_archive.path("usr/local/bin"))
    os.symlink("/home/somebody's folder/bin/chunkscope", for_archive.path("usr/local/bin/chunkscope"))
    check_without_window(for_archive, "/usr/local/bin/chunkscope")

    for_deb = Root(os.path.join(work, "deb_root"), sorted(C_LIBRARY | DISPLAY))
    if "libglfw3" in deb_depends:
        for_deb.add(["libglfw.so.3"])
    shutil.copytree(deb_files, for_deb.folder, dirs_exist_ok=True)
    check_without_window(for_deb, "/usr/bin/chunkscope")

    check_window(for_archive, "/home/somebody's folder/bin/chunkscope")
