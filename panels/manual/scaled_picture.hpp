// A ScaledPicture is a copy of a picture in the size in which it is shown, pixel for pixel: textures are not smoothed.
#pragma once

#include "panels/base/picture.hpp"

namespace panels {

class ScaledPicture {
public:
    /// Valid until the next call.
    const Picture& in_width(const Picture& source, int width);

private:
    Picture picture_;
    std::uint64_t source_ = 0;
};

}  // namespace panels
