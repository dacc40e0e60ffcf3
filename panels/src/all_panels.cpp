#include "panels/panel.hpp"

namespace panels {

std::vector<std::unique_ptr<Panel>> make_all_panels() {
    std::vector<std::unique_ptr<Panel>> panels;
    return panels;
}

}  // namespace panels
