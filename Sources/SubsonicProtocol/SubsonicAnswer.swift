// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// An answer in JSON, without its envelope.
package struct SubsonicAnswer: Sendable {
    /// The maximum size of an answer, in bytes: enough for about ten thousand songs.
    package static let largest = 24 << 20
    /// The maximum number of values in an answer.
    static let mostValues = 1 << 20
    static let deepest = 24

    /// The members of the answer other than the status.
    package let content: JSONValue
    /// The name of the server's program; empty if the server does not name it.
    package let program: String
    /// The version of that program; empty if the server does not name it.
    package let programVersion: String
    /// Whether the server claims to support OpenSubsonic.
    package let isOpen: Bool

    /// Reads an answer.
    ///
    /// - Throws: `malformed` for anything but an answer; the error that the server reports.
    package init(_ bytes: [UInt8]) throws(SubsonicError) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(
                parsing: String(decoding: bytes, as: UTF8.self), maximumDepth: Self.deepest,
                maximumCount: Self.mostValues, allowsRepeatedNames: true)
        } catch {
            throw SubsonicError(
                .malformed,
                error.code == .tooMany
                    ? "the server's answer has too many values" : "what the server answers is not JSON")
        }
        guard let envelope = json["subsonic-response"], let status = envelope["status"]?.stringValue else {
            throw SubsonicError(.malformed, "what the server answers is not the answer of a Subsonic server")
        }
        guard status == "ok" else {
            let error = envelope["error"]
            throw SubsonicError(
                number: error?["code"]?.intValue ?? 0, text: error?["message"]?.stringValue ?? "")
        }
        content = envelope
        program = SubsonicText.line(envelope["type"]?.stringValue ?? "", longest: 50)
        programVersion = SubsonicText.line(envelope["serverVersion"]?.stringValue ?? "", longest: 50)
        isOpen = envelope["openSubsonic"]?.boolValue ?? false
    }

    /// Returns the members of a list. Some servers leave out an empty list, and some send a single object instead of a
    /// list with one element.
    ///
    /// - Parameter path: The names from the envelope down.
    func elements(_ path: String..., limit: Int = SubsonicAnswer.mostElements) -> ArraySlice<JSONValue> {
        var value: JSONValue? = content
        for name in path { value = value?[name] }
        return Self.elements(of: value, limit: limit)
    }

    static func elements(of value: JSONValue?, limit: Int = mostElements) -> ArraySlice<JSONValue> {
        switch value {
        case .array(let elements): elements.prefix(limit)
        case .object: [value ?? .null]
        default: []
        }
    }

    /// The maximum number of elements of one list.
    package static let mostElements = 20_000
}
