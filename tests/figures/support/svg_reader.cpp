#include "figures/support/svg_reader.hpp"

#include <cctype>
#include <functional>

namespace test {

namespace {

class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}

    Element read() {
        Element root = element();
        skip_space();
        if (at_ != text_.size()) fail("something follows the root");
        return root;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(what + " at byte " + std::to_string(at_) + ": " + text_.substr(at_, 40));
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void take(const std::string& expected) {
        if (text_.compare(at_, expected.size(), expected) != 0) fail("expected " + expected);
        at_ += expected.size();
    }
    void skip_space() {
        while (std::isspace(static_cast<unsigned char>(peek())) != 0) ++at_;
    }
    std::string name() {
        const std::size_t start = at_;
        while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '-' || peek() == ':') ++at_;
        if (at_ == start) fail("expected a name");
        return text_.substr(start, at_ - start);
    }
    std::string words(char end) {
        static const std::map<std::string, std::string> entities{
            {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}};
        std::string result;
        while (peek() != end) {
            const char c = peek();
            if (c == '\0' || c == '<') fail("unexpected character");
            if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') fail("control character");
            if (c != '&') {
                result += c;
                ++at_;
                continue;
            }
            const std::string entity = text_.substr(at_, text_.find(';', at_) + 1 - at_);
            const auto found = entities.find(entity);
            if (found == entities.end()) fail("unknown entity");
            result += found->second;
            at_ += entity.size();
        }
        return result;
    }
    Element element() {
        take("<");
        Element result;
        result.name = name();
        for (skip_space(); peek() != '>' && peek() != '/'; skip_space()) {
            const std::string key = name();
            take("=\"");
            if (!result.attributes.emplace(key, words('"')).second) fail("attribute twice");
            take("\"");
        }
        if (peek() == '/') {
            take("/>");
            return result;
        }
        take(">");
        while (true) {
            result.text += words('<');
            if (text_.compare(at_, 2, "</") == 0) break;
            result.children.push_back(element());
        }
        take("</" + result.name + ">");
        return result;
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

void visit(const Element& element, const std::function<void(const Element&)>& each) {
    each(element);
    for (const Element& child : element.children) visit(child, each);
}

}  // namespace

Element read_xml(const std::string& text) { return Reader(text).read(); }

std::vector<const Element*> Element::all(const std::string& wanted) const {
    std::vector<const Element*> found;
    visit(*this, [&](const Element& each) {
        if (each.name == wanted) found.push_back(&each);
    });
    return found;
}

const Element& Element::by_id(const std::string& id) const {
    const Element* found = nullptr;
    visit(*this, [&](const Element& each) {
        const auto own = each.attributes.find("id");
        if (own != each.attributes.end() && own->second == id) found = &each;
    });
    if (!found) throw std::runtime_error("no element has the id " + id);
    return *found;
}

std::vector<const Element*> byte_boxes(const Element& root) {
    std::vector<const Element*> boxes;
    for (const Element* rect : root.all("rect"))
        if (rect->attributes.count("data-bytes") != 0) boxes.push_back(rect);
    return boxes;
}

std::uint64_t bytes_of(const std::vector<const Element*>& boxes, const std::string& role) {
    std::uint64_t sum = 0;
    for (const Element* box : boxes)
        if (role.empty() || box->attributes.at("data-role") == role)
            sum += std::stoull(box->attributes.at("data-bytes"));
    return sum;
}

}  // namespace test
