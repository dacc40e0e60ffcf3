// What keeps a program from writing files: no rights, and no room.
#pragma once

#include <csignal>
#include <cstdlib>

#include <sys/resource.h>
#include <unistd.h>

#include "catch.hpp"

/// Rights count for nothing while one is root: be nobody for a while.
class Nobody {
public:
    Nobody() : was_root_(::geteuid() == 0) {
        if (was_root_) REQUIRE(::seteuid(65534) == 0);
    }
    ~Nobody() {
        if (was_root_ && ::seteuid(0) != 0) std::abort();
    }
    Nobody(const Nobody&) = delete;
    Nobody& operator=(const Nobody&) = delete;

private:
    bool was_root_;
};

/// Files may not grow beyond this many bytes: what a full disk looks like to a program.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes) {
        former_handler_ = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &former_);
        rlimit limit = former_;
        limit.rlim_cur = bytes;
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &former_);
        std::signal(SIGXFSZ, former_handler_);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit former_{};
    void (*former_handler_)(int) = nullptr;
};
