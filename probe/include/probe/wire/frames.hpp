// What goes over the socket of a link: frames, each a length, a kind and a body.
//
//     | u32 bytes of the body | u8 kind | body |
//
// The body of a Picture is a PictureHead, the types that are new, a Pull, a flag behind which the systems are, from 1.1 on a
// PictureClock, for clients from 1.3 on NewRows (probe/wire/new_rows.hpp), and for those from 1.4 on ToldWrites
// (probe/wire/write_bytes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "probe/wire/bytes.hpp"

namespace probe {

/// A connection needs equal major numbers; otherwise the program refuses it. A minor number adds only what may be ignored.
inline constexpr std::uint32_t link_magic = 0x4b4e4c43;  // "CLNK"
inline constexpr std::uint16_t link_major = 1, link_minor = 4;
/// Since this minor number a program answers WantMemory. Clients send it to no older one.
inline constexpr std::uint16_t memory_minor = 1;
/// The same for Breakpoints and ShowWorld.
inline constexpr std::uint16_t breakpoints_minor = 2, worlds_minor = 2;
/// Since this minor number a picture may be a part of a large world.
inline constexpr std::uint16_t parts_minor = 3;
/// Since this minor number a picture says who wrote what is asked for by WantWrites.
inline constexpr std::uint16_t writes_minor = 4;

enum class FrameKind : std::uint8_t {
    // From the client
    Hello,       // magic, major, minor, token, version of the library
    Request,     // number of the client, number of the request, run of the owner, an OwnerRequest
    Seen,        // number of the picture that was taken in
    SendAgain,   // keys
    ShowHidden,  // flag
    // From the program
    Welcome,  // major, minor, name, version of the library, number of the run
    Refused,  // why; the connection ends
    Picture,  // see above
    // Since minor number 1
    Control,     // of the client, only if pictures came with a clock: number of the client, number of the control, an
                 // OwnerControl
    WantMemory,  // of the client: a MemoryWish (probe/wire/memory_bytes.hpp)
    Memory,      // of the program: a MemoryAnswer
    // Since minor number 2 (probe/wire/breakpoint_bytes.hpp)
    Breakpoints,      // of the client: the whole list that it wants to be checked
    BreakpointsTold,  // of the program, to a client that has sent a list
    ShowWorld,  // of the client, as the first one: name of the world; since minor number 3 a flag, whether a large
                // one may come in parts
    // Since minor number 4
    WantWrites,  // of the client: WishedWrites
};
inline constexpr std::size_t frame_kind_count = 15;

inline constexpr std::size_t frame_head_bytes = 5;
/// A longer body ends the connection. Senders keep to it.
inline constexpr std::size_t most_picture_bytes = 1u << 30, most_asked_bytes = 16u << 20;

/// Begins a frame at the end of what was written; end_frame() ends it.
std::size_t begin_frame(ByteWriter& to, FrameKind kind);
void end_frame(ByteWriter& to, std::size_t begin);

struct Frame {
    FrameKind kind = FrameKind::Hello;
    std::vector<std::byte> body;
};

/// Puts frames together from the pieces that a socket gives.
class FrameReader {
public:
    explicit FrameReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}
    /// Returns false for an invalid or too long frame. Do not call it again after that.
    bool take_in(std::span<const std::byte> piece);
    /// The next whole frame.
    std::optional<Frame> next();

private:
    std::size_t most_bytes_;
    std::vector<std::byte> bytes_;
    std::size_t read_ = 0;  // of bytes_, by next()
};

}  // namespace probe
