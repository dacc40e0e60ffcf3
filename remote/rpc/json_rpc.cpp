#include "remote/rpc/json_rpc.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace remote {

namespace {

/// What a text would be as Json, counted before parsing, so that no parser has to be trusted with it.
struct JsonSize {
    std::size_t depth = 0;  // brackets inside of each other
    std::size_t bytes = 0;  // of memory, about
};

JsonSize size_of_json(std::string_view text) {
    // Of a value, a member, and what the heap adds to each.
    constexpr std::size_t object = 64, list = 48, member = 96, element = 24, half_text = 24;
    JsonSize size{0, text.size()};
    std::size_t open = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                in_string = false;
                size.bytes += half_text;
            }
            continue;
        }
        if (c == '"') {
            in_string = true;
            size.bytes += half_text;
        } else if (c == '[' || c == '{') {
            size.depth = std::max(size.depth, ++open);
            size.bytes += c == '{' ? object : list;
        } else if ((c == ']' || c == '}') && open > 0) {
            --open;
        } else if (c == ':') {
            size.bytes += member;
        } else if (c == ',') {
            size.bytes += element;
        }
    }
    return size;
}

Json answer_one(const Json& message, const std::function<Json(const RpcCall&)>& method) {
    Json id;
    if (message.is_object()) {
        const auto given = message.find("id");
        if (given != message.end()) id = *given;
    }
    try {
        return result_message(id, method(read_call(message)));
    } catch (const RpcError& error) {
        return error_message(id, error.code, error.what(), error.data);
    } catch (const std::bad_alloc&) {
        return error_message(id, internal_error, "there is not enough memory for this");
    } catch (const std::exception& error) {
        return error_message(id, internal_error, error.what());
    }
}

}  // namespace

std::optional<Json> read_json(std::string_view text, std::size_t depth) {
    const JsonSize size = size_of_json(text);
    if (size.depth > depth || size.bytes > most_json_bytes) return std::nullopt;
    Json read = Json::parse(text, nullptr, false);
    if (read.is_discarded()) return std::nullopt;
    return read;
}

bool is_too_large(std::string_view text) { return size_of_json(text).bytes > most_json_bytes; }

RpcCall read_call(const Json& message) {
    if (!message.is_object()) throw RpcError(invalid_request, "a message must be an object");
    const auto version = message.find("jsonrpc"), method = message.find("method");
    if (version == message.end()) throw RpcError(invalid_request, "missing field `jsonrpc`");
    if (method == message.end()) throw RpcError(invalid_request, "missing field `method`");
    if (*version != "2.0") throw RpcError(invalid_request, "`jsonrpc` must be \"2.0\"");
    if (!method->is_string()) throw RpcError(invalid_request, "`method` must be a string");
    RpcCall call{{}, method->get<std::string>(), {}};
    for (const auto& [name, value] : message.items()) {
        if (name == "id")
            call.id = value;
        else if (name == "params")
            call.params = value;
        else if (name != "jsonrpc" && name != "method")
            throw RpcError(invalid_request, "unknown field `" + name.substr(0, 64) + "`");
    }
    return call;
}

Json result_message(const Json& id, Json result) {
    Json message{{"jsonrpc", "2.0"}, {"result", std::move(result)}};
    if (!id.is_null()) message["id"] = id;
    return message;
}

Json error_message(const Json& id, int code, const std::string& what, const Json& data) {
    Json message{{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", what}}}};
    if (!data.is_null()) message["error"]["data"] = data;
    return message;
}

Json answer_calls(const Json& message, const std::function<Json(const RpcCall&)>& method, const RpcLimits& limits) {
    if (!message.is_array()) return answer_one(message, method);
    if (message.empty()) return error_message({}, invalid_request, "a list of messages must not be empty");
    if (message.size() > limits.batch)
        return error_message({}, invalid_request,
                             "a list may have " + std::to_string(limits.batch) + " messages at most");
    Json answers = Json::array();
    for (const Json& each : message) answers.push_back(answer_one(each, method));
    return answers;
}

std::string text_of(const Json& message) { return message.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace remote
