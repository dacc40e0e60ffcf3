#include "panels/lab/lab_bytes_view.hpp"
#include "panels/base/language.hpp"

namespace panels {

LabBytesView::LabBytesView()
    : LabView({.word = "bytes",
               .label = tr_later("Bytes"),
               .hint = tr_later("Every byte of one storage, and what it is for"),
               .of_one_storage = true,
               .shows_bytes = true}) {}

void LabBytesView::show(const Context& context, LabState& state) {
    map_.show(context, state, state.runs()->written[static_cast<std::size_t>(state.kind)]);
}

}  // namespace panels
