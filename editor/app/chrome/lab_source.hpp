// The Storage Lab's scenarios as the panel gets them: those that come with the program, and files.
#pragma once

#include "panels/lab/lab_source.hpp"

namespace editor {

panels::LabSource make_lab_source();

}  // namespace editor
