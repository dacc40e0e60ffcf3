#include "figures/drawing/csv.hpp"

namespace figures {

void CsvWriter::add(std::string_view words, bool first) {
    if (!first) text_ += ',';
    if (words.find_first_of(",\"\r\n") == std::string_view::npos) {
        text_ += words;
        return;
    }
    text_ += '"';
    for (const char c : words) text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
}

}  // namespace figures
