// What kind of message the program tells a person.
#pragma once

namespace editor {

enum class MessageKind { Note, Good, Warning, Error };

}  // namespace editor
