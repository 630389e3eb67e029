// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// A message of the Wyoming protocol between voice programs: a line of JSON, perhaps more JSON, and bytes.
///
/// The line is `{"type": …, "data": {…}, "data_length": …, "payload_length": …}`. It is followed by `data_length` bytes
/// of JSON, whose members are added to `data`, and then by the payload.
package struct WyomingMessage: Sendable, Equatable {
    /// The kind of message, such as `transcript`.
    package var type: String
    /// Its members.
    package var data: [JSONValue.Member]
    /// Sound, for messages that carry it.
    package var payload: [UInt8]

    package init(_ type: String, _ data: [JSONValue.Member] = [], payload: [UInt8] = []) {
        (self.type, self.data, self.payload) = (type, data, payload)
    }

    /// The member with a name; the last one if there are several.
    package subscript(_ name: String) -> JSONValue? { data.last { $0.name == name }?.value }

    /// The message as it is sent.
    package var bytes: [UInt8] {
        var header: [JSONValue.Member] = [JSONValue.Member("type", .string(type))]
        let body = data.isEmpty ? [] : Array(JSONValue.object(data).text().utf8)
        if !body.isEmpty { header.append(JSONValue.Member("data_length", .int(body.count))) }
        if !payload.isEmpty { header.append(JSONValue.Member("payload_length", .int(payload.count))) }
        return Array(JSONValue.object(header).text().utf8) + [UInt8(ascii: "\n")] + body + payload
    }
}

extension WyomingMessage {
    /// The limits of messages that are read.
    package enum Limit {
        /// The longest line, in bytes.
        package static let line = 16 << 10
        /// The most JSON after the line, in bytes.
        package static let data = 64 << 10
        /// The most sound of one message, in bytes.
        package static let payload = 1 << 20
        /// The deepest nesting of JSON.
        package static let depth = 16
    }

    /// The reason why the input is not a message.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        case tooLarge(String)
        case malformed(String)

        package var description: String {
            switch self {
            case .tooLarge(let part): "its \(part) is too large"
            case .malformed(let part): "its \(part) is not as the Wyoming protocol has it"
            }
        }
    }
}
