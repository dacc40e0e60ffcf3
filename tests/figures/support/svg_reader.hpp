// Reads an SVG as any program would: as XML. What is not well formed throws, with the place.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace test {

struct Element {
    std::string name, text;  // text without that of children
    std::map<std::string, std::string> attributes;
    std::vector<Element> children;

    double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
    /// This element and all below it with this name.
    std::vector<const Element*> all(const std::string& wanted) const;
    /// The element below it with this id, which must be there.
    const Element& by_id(const std::string& id) const;
};

Element read_xml(const std::string& text);

/// The boxes that stand for bytes, below this element.
std::vector<const Element*> byte_boxes(const Element& root);
std::uint64_t bytes_of(const std::vector<const Element*>& boxes, const std::string& role = {});

}  // namespace test
