// Copying more than the caches hold: stores that go past them need not read the target first and leave in the caches
// what is there. On processors without such stores it is memcpy.
#pragma once

#include <cstddef>

namespace ecs {

/// `to` and `from` must be aligned to 64 bytes.
void stream_copy(void* to, const void* from, std::size_t bytes);

/// Must follow the last stream_copy before what was written may be read by another thread.
void end_stream_copies();

}  // namespace ecs
