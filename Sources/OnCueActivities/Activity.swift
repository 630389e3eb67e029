// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A light record of the user's activity in a program, from which it can be resumed.
package struct Activity: Sendable, Equatable, Codable {
    /// The name of an activity: its program, and an identifier that is unique there. Items of a program's index have
    /// separate names: one may have the identifier of an activity.
    package struct Name: Sendable, Hashable, Codable {
        /// The well-known name of the program on the bus.
        package var program: String
        package var identifier: String
        /// Whether it names an item of the index; not stored, since items and activities are stored separately.
        package var isItem = false

        private enum CodingKeys: String, CodingKey { case program, identifier }

        package init(_ program: String, _ identifier: String, isItem: Bool = false) {
            (self.program, self.identifier, self.isItem) = (program, identifier, isItem)
        }
    }

    /// The features that may use an activity.
    package struct Eligibility: OptionSet, Sendable, Hashable, Codable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Searches find it.
        package static let search = Eligibility(rawValue: 1)
        /// It is offered on other machines of the user while it is current.
        package static let handoff = Eligibility(rawValue: 2)
        /// It is suggested when it is likely to be wanted.
        package static let prediction = Eligibility(rawValue: 4)
        /// Searches of paired machines find it as well.
        package static let everyone = Eligibility(rawValue: 8)

        /// The words for it, in order.
        package static let all: [(word: String, value: Eligibility)] = [
            ("search", .search), ("handoff", .handoff), ("prediction", .prediction), ("public", .everyone),
        ]

        /// Creates the set with these words; `nil` if one is unknown.
        package init?(words: [String]) {
            var result: Eligibility = []
            for word in words {
                guard let known = Self.all.first(where: { $0.word == word }) else { return nil }
                result.insert(known.value)
            }
            self = result
        }

        package var words: [String] { Self.all.filter { contains($0.value) }.map(\.word) }
    }

    package var name: Name
    /// The type of the activity, in reverse DNS: `org.example.Concerts.concert`.
    package var type: String
    package var title: String
    /// The identifier by which the program deletes it, which several activities may share.
    package var persistentIdentifier: String?
    /// The information with which the program resumes it.
    package var info: ActivityInfo
    /// The keys of ``info`` that are required to resume it; only these are kept. Empty means all.
    package var requiredKeys: [String]
    /// Other words by which it is found.
    package var keywords: [String]
    package var summary: String?
    /// URI of a picture, or the name of an icon.
    package var thumbnail: String?
    /// The web page that shows the same, for machines without the program.
    package var webPage: String?
    /// The place of the content item that it is about.
    package var item: String?
    /// The location at which it takes place.
    package var location: Location?
    /// The occasion at which it is suggested regardless of what was learnt, such as `weekdays 07:00..09:00 car`.
    package var occasion: String?
    /// The time at which it expires, in seconds since 1970; `nil` for ``ActivityLimits/lifetime`` after its last
    /// change.
    package var expires: Int64?
    package var eligibility: Eligibility
    /// The time of its creation or last change, in seconds since 1970.
    package var changed: Int64

    package init(_ name: Name, type: String, title: String, eligibility: Eligibility = []) {
        (self.name, self.type, self.title, self.eligibility) = (name, type, title, eligibility)
        (info, requiredKeys, keywords, changed) = (ActivityInfo(), [], [], 0)
    }

    /// Whether it outlives its program, in a file: only activities for searches or suggestions do.
    package var isKept: Bool { !eligibility.isDisjoint(with: [.search, .prediction, .everyone]) }

    /// The part of it that is kept: only the required part of its information, if any is required.
    package var kept: Activity {
        guard !requiredKeys.isEmpty else { return self }
        var kept = self
        kept.info.values = info.values.filter { requiredKeys.contains($0.key) }
        return kept
    }

    /// The part of it that means the same on another machine: without the item, the occasion, and a picture that is a
    /// file.
    package var elsewhere: Activity {
        var told = self
        (told.item, told.occasion) = (nil, nil)
        if let thumbnail, thumbnail.hasPrefix("/") || thumbnail.hasPrefix("file:") { told.thumbnail = nil }
        return told
    }

    package var expiration: Int64 { expires ?? changed + ActivityLimits.lifetime }

    /// All words by which it is found.
    package var searchText: String { ([title, summary ?? ""] + keywords).joined(separator: " ") }
}

extension Activity.Name {
    /// The name in an identifier of the kind `foreign`; `nil` for another one.
    package init?(_ identifier: ContentIdentifier) {
        guard let foreign = identifier.foreign else { return nil }
        self.init(foreign.program, foreign.own, isItem: foreign.isItem)
    }

    /// The identifier of the kind `foreign` for it.
    package var contentIdentifier: ContentIdentifier {
        ContentIdentifier(foreign: identifier, in: program, isItem: isItem)
    }
}

/// The information with which a program resumes an activity: a few values with names.
package struct ActivityInfo: Sendable, Equatable, Codable {
    package enum Value: Sendable, Equatable, Codable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        case texts([String])
    }

    package var values: [String: Value]

    package init(_ values: [String: Value] = [:]) { self.values = values }

    /// Returns a value that is a text.
    package func text(_ key: String) -> String? {
        if case .text(let text) = values[key] { text } else { nil }
    }

    /// Returns a value that is a number.
    package func number(_ key: String) -> Double? {
        if case .number(let number) = values[key] { number } else { nil }
    }

    /// The size of names and values, in bytes.
    package var size: Int {
        values.reduce(0) { sum, entry in
            let value =
                switch entry.value {
                case .text(let text): text.utf8.count
                case .texts(let texts): texts.reduce(0) { $0 + $1.utf8.count + 1 }
                case .integer, .number, .flag: 8
                }
            return sum + entry.key.utf8.count + value
        }
    }
}
