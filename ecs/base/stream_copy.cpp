#include "ecs/base/stream_copy.hpp"

#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ecs {

#ifdef __SSE2__

void stream_copy(void* to, const void* from, std::size_t bytes) {
    auto* target = static_cast<__m128i*>(to);
    const auto* source = static_cast<const __m128i*>(from);
    for (; bytes >= 64; bytes -= 64, target += 4, source += 4) {
        const __m128i a = _mm_load_si128(source), b = _mm_load_si128(source + 1);
        const __m128i c = _mm_load_si128(source + 2), d = _mm_load_si128(source + 3);
        _mm_stream_si128(target, a);
        _mm_stream_si128(target + 1, b);
        _mm_stream_si128(target + 2, c);
        _mm_stream_si128(target + 3, d);
    }
    std::memcpy(target, source, bytes);
}

void end_stream_copies() { _mm_sfence(); }

#else

void stream_copy(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }

void end_stream_copies() {}

#endif

}  // namespace ecs
