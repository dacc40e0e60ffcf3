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

}  // namespace test
