// Numbers in columns: one that is wider than its column has fewer digits, and never loses them at one end only, which
// would be another number.
#pragma once

#include <string>
#include <string_view>

namespace panels {

/// `full` where it has room, else the number as "1.2e9"; where even that has none, what fits of it with "…".
std::string number_that_fits(std::string_view full, double number, float width);

}  // namespace panels
