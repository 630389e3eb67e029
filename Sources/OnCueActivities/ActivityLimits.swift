// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Limits of the activities that programs declare.
package enum ActivityLimits {
    /// The number of activities that a program may have at once, over all its connections. A program is identified by
    /// the bus name in its declaration, and a front end without one by its connection.
    package static let perProgram = 100
    /// The number of activities of a program that are kept after it has ended; the oldest are removed first.
    package static let keptPerProgram = 500
    package static let identifierBytes = 255
    package static let titleBytes = 400
    package static let textBytes = 2048
    package static let occasionBytes = 500
    package static let keywords = 32
    package static let keywordBytes = 100
    package static let infoKeys = 32
    package static let infoBytes = 4096
    /// The time after its last change for which an activity without an expiration is kept, in seconds.
    package static let lifetime: Int64 = 30 * CivilDate.secondsOfDay
    /// The times of the years 1 to 9999, in seconds since 1970.
    package static let times: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    static func check(_ key: String, _ time: Int64) throws(ActivityRefusal) {
        guard times.contains(time) else {
            throw .invalid("\(key) must be in the years 1 to 9999, in seconds since 1970, and is \(time)")
        }
    }
}

/// The reason for refusing the activity that a program declares.
package struct ActivityRefusal: Error, Sendable, Equatable {
    package enum Code: Sendable {
        /// A value cannot be used.
        case invalid
        /// The program has no such activity.
        case unknown
        /// There are too many.
        case full
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    static func invalid(_ message: String) -> ActivityRefusal { ActivityRefusal(.invalid, message) }
}

extension Activity {
    /// Checks all values.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Throws: `invalid`, with the key and its limit.
    package func check(at now: Int64) throws(ActivityRefusal) {
        guard Self.isReverseDNS(type) else {
            throw .invalid("type must be a name in reverse DNS, such as org.example.Concerts.concert")
        }
        try Self.check("identifier", name.identifier, ActivityLimits.identifierBytes)
        try Self.check("title", title, ActivityLimits.titleBytes)
        for (key, text, limit) in [
            ("persistentIdentifier", persistentIdentifier, ActivityLimits.identifierBytes),
            ("description", summary, ActivityLimits.textBytes), ("thumbnail", thumbnail, ActivityLimits.textBytes),
            ("webPage", webPage, ActivityLimits.textBytes), ("item", item, ActivityLimits.textBytes),
            ("occasion", occasion, ActivityLimits.occasionBytes),
        ] {
            if let text { try Self.check(key, text, limit) }
        }
        guard keywords.count <= ActivityLimits.keywords else {
            throw .invalid("keywords may have at most \(ActivityLimits.keywords) words")
        }
        for word in keywords { try Self.check("a word of keywords", word, ActivityLimits.keywordBytes) }
        if let webPage, !Self.isWebAddress(webPage) {
            throw .invalid("webPage must be an http or https address with a host, without spaces and line breaks")
        }
        if let expires { try ActivityLimits.check("expires", expires) }
        if let expires, expires <= now { throw .invalid("expires must be in the future, in seconds since 1970") }
        try checkInfo()
    }

    /// Whether a text is an address that a browser would open as it is.
    private static func isWebAddress(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix),
            !text.unicodeScalars.contains(where: { $0.isSteering || $0.properties.isWhitespace })
        else { return false }
        let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if host.hasPrefix("[") {
            guard let end = host.lastIndex(of: "]"), host.dropFirst().contains(":") else { return false }
            return host[host.index(after: end)...].isEmpty || host[host.index(after: end)...].hasPrefix(":")
        }
        return !host.isEmpty && !host.hasPrefix(":") && !host.contains { "[]<>\"\\^`{|}".contains($0) }
    }

    private func checkInfo() throws(ActivityRefusal) {
        guard info.values.count <= ActivityLimits.infoKeys, info.size <= ActivityLimits.infoBytes else {
            throw .invalid(
                "userInfo may have at most \(ActivityLimits.infoKeys) keys and \(ActivityLimits.infoBytes) bytes, not "
                    + "\(info.values.count) and \(info.size)")
        }
        for key in info.values.keys { try Self.check("a key of userInfo", key, ActivityLimits.keywordBytes) }
        guard let missing = requiredKeys.first(where: { info.values[$0] == nil }) else { return }
        throw .invalid("userInfo must have the required key \"\(missing.prefix(100))\"")
    }

    private static func check(_ key: String, _ text: String, _ limit: Int) throws(ActivityRefusal) {
        guard !text.isEmpty, text.utf8.count <= limit else {
            throw .invalid("\(key) must have 1 to \(limit) bytes, not \(text.utf8.count)")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }) else {
            throw .invalid("\(key) must not have control characters")
        }
    }

    /// Returns whether a text has at least two parts between dots, each of letters, digits, `_` and `-`.
    package static func isReverseDNS(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && text.utf8.count <= ActivityLimits.identifierBytes
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.unicodeScalars.allSatisfy {
                        $0.isASCII
                            && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-".contains(Character($0)))
                    }
            }
    }
}
