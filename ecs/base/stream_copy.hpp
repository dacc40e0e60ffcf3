// Copies more bytes than the caches hold. The stores bypass the caches: they do not read the target first and evict
// nothing. On processors without such stores this is memcpy.
#pragma once

#include <cstddef>

namespace ecs {

/// `to` and `from` must be aligned to 64 bytes.
void stream_copy(void* to, const void* from, std::size_t bytes);

/// Must follow the last stream_copy before another thread may read the copy.
void end_stream_copies();

}  // namespace ecs
