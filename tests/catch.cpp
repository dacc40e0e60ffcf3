// The file for which catch.hpp is precompiled; all other tests use what comes of that.
#include "catch.hpp"
