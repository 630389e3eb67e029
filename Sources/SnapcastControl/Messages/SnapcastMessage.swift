// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore

/// A message from a Snapcast server: JSON-RPC 2.0, one per line.
package enum SnapcastMessage: Sendable, Equatable {
    /// The answer to the call with this number.
    case answer(Int, JSONValue)
    /// The call with this number was refused, with this reason.
    case refusal(Int, String)
    /// Something has changed.
    case notification(String, JSONValue)

    /// Returns the messages in a line; empty if there are none. A server may combine several in an array.
    ///
    /// - Complexity: linear in the size of the line; arrays and objects may be nested at most 16 levels deep.
    package static func messages(in line: [UInt8]) -> [SnapcastMessage] {
        guard let text = String(validating: line, as: UTF8.self),
            let value = try? JSONValue(parsing: text, maximumDepth: 16, allowsRepeatedNames: true)
        else { return [] }
        guard case .array(let values) = value else { return [SnapcastMessage(value)].compactMap(\.self) }
        return values.prefix(100).compactMap(SnapcastMessage.init)
    }

    private init?(_ value: JSONValue) {
        if let method = value["method"]?.stringValue {
            self = .notification(method, value["params"] ?? .null)
        } else if let number = value["id"]?.intValue {
            if let result = value["result"] {
                self = .answer(number, result)
            } else {
                let reason = value["error"]?["message"]?.stringValue
                self = .refusal(number, SnapcastText.title(reason ?? "it gave no reason"))
            }
        } else {
            return nil
        }
    }
}

/// Limits and checks of texts from other programs.
enum SnapcastText {
    /// The maximum length of a name, in characters.
    private static let limit = 200

    /// Returns the text without control characters, shortened to the limit, so that it can be shown.
    static func title(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { !$0.isSteering }.prefix(limit)))
    }

    /// Returns an identifier of the server; `nil` if it is too long, or cannot be typed.
    static func identifier(_ value: JSONValue?) -> String? {
        guard let text = value?.stringValue, !text.isEmpty, text.utf8.count <= limit,
            !text.unicodeScalars.contains(where: \.isSteering)
        else { return nil }
        return text
    }
}
