// What is done with one input, whichever program has made it up: libFuzzer, or the test that replays the corpus.
#pragma once

#include <cstdint>
#include <span>

namespace test {

/// Bytes are the text of a world file: an error with a place, or a world that is saved and loaded to the same text. Or
/// of a bundle: an error, or a world that is whole after its ticks and after undo.
/// Throws what is wrong, and leaves what sanitizers find to them.
void fuzz_world_file(std::span<const std::uint8_t> bytes);

/// Bytes are the choices of a WorldModel.
void fuzz_operations(std::span<const std::uint8_t> bytes);

/// Bytes are a text of the language: an error with a place, or a query, a value or a change that is bound, evaluated,
/// explained and applied.
void fuzz_language(std::span<const std::uint8_t> bytes);

/// Bytes are what an editor sends to a program with a probe::Probe. 32 zeros in them are the token. The last byte says what
/// it meets: worlds, a world of another library, another editor before it, or a program that can only be read. An
/// editor without the right to write must change nothing, and the program must go on when the editor has gone.
void fuzz_link_editor(std::span<const std::uint8_t> bytes);

/// Bytes are what a program with a probe::Probe sends to an editor that looks, edits, records and saves: the connection
/// ends, or there is a world that is whole.
void fuzz_link_program(std::span<const std::uint8_t> bytes);

}  // namespace test
