#include "probe/wire/picture.hpp"

namespace probe {

void write_head(ByteWriter& to, const PictureHead& head) {
    to.number(head.number);
    to.number(head.owner_run);
    to.number(head.tick);
    to.number(head.merged);
    to.number(static_cast<std::uint8_t>(head.whole));
    to.text(head.cannot);
    to.text(head.name);
    for (const std::string& each : head.why_not) to.text(each);
    to.number(head.hidden);
    to.number(static_cast<std::uint8_t>(head.shows_hidden));
    to.text(head.why_not_show_hidden);
    to.count(head.answers.size());
    for (const ecs::Pull::Answer& each : head.answers) {
        to.number(each.number);
        write_reply(to, each.reply);
    }
    to.number(head.first_type);
}

PictureHead read_head(ByteReader& from) {
    PictureHead head;
    head.number = from.number<std::uint64_t>();
    head.owner_run = from.number<std::uint64_t>();
    head.tick = from.number<std::uint64_t>();
    head.merged = from.number<std::uint32_t>();
    head.whole = from.flag();
    head.cannot = from.text();
    head.name = from.text();
    for (std::string& each : head.why_not) each = from.text();
    head.hidden = from.number<std::uint64_t>();
    head.shows_hidden = from.flag();
    head.why_not_show_hidden = from.text();
    const std::size_t answers = from.count(21);
    for (std::size_t i = 0; i < answers && from.fine(); ++i) {
        const auto number = from.number<std::uint64_t>();
        head.answers.push_back({number, read_reply(from)});
    }
    head.first_type = from.number<std::uint32_t>();
    return head;
}

}  // namespace probe
