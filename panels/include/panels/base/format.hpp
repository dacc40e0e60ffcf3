// Formats numbers for people, as figures do.
#pragma once

#include "figures/drawing/format.hpp"

namespace panels {

using figures::format_address;
using figures::format_bytes;
using figures::format_bytes_exact;
using figures::format_count;
using figures::format_decimal;
using figures::format_hex;
using figures::format_mean_bytes;
using figures::format_micros;
using figures::format_millis;
using figures::format_percent;

}  // namespace panels
