// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore

/// A message that a Snapcast server sends: JSON-RPC 2.0, one on a line.
package enum SnapcastMessage: Sendable, Equatable {
    /// The answer to the call with this number.
    case answer(Int, JSONValue)
    /// The call with this number was refused, for this reason.
    case refusal(Int, String)
    /// Something has changed.
    case notification(String, JSONValue)

    /// The messages of a line; empty if it has none. A server may gather several in an array.
    ///
    /// - Complexity: linear in the line; arrays and objects nest at most 16 deep.
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

/// Bounds of texts that others send.
enum SnapcastText {
    /// The most characters of a name.
    private static let limit = 200

    /// Returns a text that can be shown.
    static func title(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { !$0.isSteering }.prefix(limit)))
    }

    /// Returns a text by which the server knows something; `nil` for one that is too long or cannot be typed.
    static func identifier(_ value: JSONValue?) -> String? {
        guard let text = value?.stringValue, !text.isEmpty, text.utf8.count <= limit,
            !text.unicodeScalars.contains(where: \.isSteering)
        else { return nil }
        return text
    }
}
