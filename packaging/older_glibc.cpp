// What the C++ runtime inside the program asks of glibc, and older distributions do not have: with this definition the
// download starts there, too. glibc has it since 2.36; the runtime's std::random_device calls it, and the program never
// does.
#include <cstdint>
#include <cstdlib>

#include <sys/random.h>

extern "C" std::uint32_t arc4random() noexcept {
    std::uint32_t bits = 0;
    // So few bytes come whole, or not at all.
    if (getrandom(&bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) std::abort();
    return bits;
}
