// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// An answer in JSON, taken out of its envelope.
package struct SubsonicAnswer: Sendable {
    /// The most bytes of an answer: some ten thousand songs.
    package static let largest = 24 << 20
    /// The most values in an answer.
    static let mostValues = 1 << 20
    static let deepest = 24

    /// The members beside the status.
    package let content: JSONValue
    /// The name of the server's program; empty when it does not say.
    package let program: String
    /// The version of that program; empty when it does not say.
    package let programVersion: String
    /// Whether it says that it knows OpenSubsonic.
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

    /// The members of a list, which some servers leave out when it is empty, and some give as one object when it has one.
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

    /// The most elements of one list.
    package static let mostElements = 20_000
}
