// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A key of the configuration: its effect, its valid values, and its default.
package struct ConfigurationKey: Sendable, Equatable {
    /// The type and the range of the values.
    package enum Kind: Sendable, Equatable {
        /// A whole number of `unit`.
        case whole(ClosedRange<Int>, unit: String)
        /// A number of `unit`, which may have a fraction.
        case number(ClosedRange<Double>, unit: String)
        /// `true` or `false`.
        case flag
        /// One of these words.
        case word([String])
        /// Some of these words, separated by commas, or `none`.
        case words([String])
        /// The address of a web server.
        case address
        /// `tcp://` with a host and a port, or `none`.
        case service
        /// Outputs by their names, separated by commas.
        case outputs
        /// Absolute paths of folders, separated by commas, or `none`.
        case folders
        /// Keys of a terminal by their names, separated by spaces, or `none`.
        case strokes
    }

    /// The time when a change takes effect.
    package enum Effect: String, Sendable {
        case atOnce = "at once"
        case nextStart = "at the next start"
        /// The next time that the full-screen program is opened.
        case nextOpening = "when oncue is opened again"
    }

    package let group: String
    package let key: String
    package let kind: Kind
    /// The value if the file has no entry.
    package let standard: String
    package let effect: Effect
    /// One or two sentences for users.
    package let summary: String

    init(
        _ group: String, _ key: String, _ kind: Kind, standard: String, effect: Effect = .atOnce, _ summary: String
    ) {
        self.group = group
        self.key = key
        self.kind = kind
        self.standard = standard
        self.effect = effect
        self.summary = summary
    }

    /// The group and the key, separated by a dot, as users name it.
    package var name: String { group + "." + key }

    /// Returns the value that a text represents, or `nil` if it is not a valid value of this key.
    package func value(_ text: String) -> ConfigurationValue? {
        switch kind {
        case .whole(let range, _):
            guard text.utf8.count < 16, Self.isNumber(text, allowsFraction: false), let number = Int(text),
                range.contains(number)
            else { return nil }
            return .number(Double(number))
        case .number(let range, _):
            guard text.utf8.count < 16, Self.isNumber(text, allowsFraction: true), let number = Double(text),
                range.contains(number)
            else { return nil }
            return .number(number)
        case .flag: return text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
        case .word(let words): return words.contains(text) ? .text(text) : nil
        case .words(let words):
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let isList = parts.allSatisfy(words.contains) && Set(parts).count == parts.count
            return text == "none" || isList ? .text(text) : nil
        case .address: return Self.isAddress(text) ? .text(text) : nil
        case .service: return text == "none" || ServiceAddress(text) != nil ? .text(text) : nil
        case .strokes: return KeyAction.strokes(text) == nil ? nil : .text(text)
        case .folders: return text == "none" || Self.folders(text) != nil ? .text(text) : nil
        case .outputs:
            let names = text.split(separator: ",", omittingEmptySubsequences: false)
            return names.allSatisfy { OutputName(String($0)) != nil } ? .text(text) : nil
        }
    }

    /// Returns the folders that a text lists, at most ten; `nil` if it is not a list of folders.
    static func folders(_ text: String) -> [String]? {
        let folders = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isList =
            text.utf8.count <= 4_000 && folders.count <= 10
            && folders.allSatisfy { $0.first == "/" && !$0.unicodeScalars.contains(where: \.isSteering) }
        return isList ? folders : nil
    }

    /// Returns whether a text is an `http` or `https` address with a host and possibly a path, in characters that
    /// addresses may contain.
    private static func isAddress(_ text: String) -> Bool {
        let rest = ["https://", "http://"].lazy.filter(text.hasPrefix).first.map { text.dropFirst($0.count) }
        guard let rest, let first = rest.first, first != "/", text.utf8.count <= 500 else { return false }
        return rest.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#\"<>\\^`{|}@".utf8.contains($0) }
    }

    /// Returns whether a text consists of digits and at most one point; other spellings that Swift accepts are refused.
    private static func isNumber(_ text: String, allowsFraction: Bool) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= (allowsFraction ? 2 : 1)
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
}

/// A parsed value of the configuration.
package enum ConfigurationValue: Sendable, Equatable {
    case number(Double)
    case flag(Bool)
    case text(String)
}
