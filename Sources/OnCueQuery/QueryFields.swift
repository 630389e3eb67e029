// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Text that an item has.
package enum QueryTextField: String, Sendable, CaseIterable {
    case artist
    case album
    case title
    case genre
    case composer
    /// The folders that contain the file.
    case folder
}

/// Numbers that an item has.
package enum QueryNumberField: String, Sendable, CaseIterable {
    case year
    case plays
    case skips
    /// The rating in half stars: the user's, otherwise that in the tags.
    case stars
    case disc
    case track
    /// In microseconds.
    case length
}

/// Moments that an item has, in seconds since 1970.
package enum QueryTimeField: String, Sendable, CaseIterable {
    case added
    /// The time when it was last heard.
    case played
    /// The time when an event starts, by the clock of its place, as if that were UTC.
    case starts
}

/// A yes-or-no property of an item.
package enum QueryFlag: String, Sendable, CaseIterable {
    case unplayed
    case favourite
    case compilation
    /// Left at a position that is worth returning to.
    case unfinished
}

/// A property by which items are ordered.
package enum QueryOrderKey: String, Sendable, CaseIterable {
    case plays
    case skips
    case stars
    case added
    case played
    case year
    case title
    case artist
    case album
    case length
    case starts
    case random
}

/// A stretch of time.
package enum QueryTimeSpan: Sendable, Equatable {
    /// Seconds before now.
    case ago(ClosedRange<Int64>)
    /// Seconds since 1970.
    case between(ClosedRange<Int64>)
    /// Days from today on, by the clock of this machine: 0 is today. Without a last day, the span has no end.
    case days(from: Int64, to: Int64?)
    /// Days before one counted from today.
    case before(day: Int64)

    /// Returns the span in seconds since 1970.
    package func seconds(now: Int64) -> ClosedRange<Int64> {
        switch self {
        case .between(let range): range
        case .days(let first, let last):
            Self.day(first, now)...(last.map { Self.day($0 + 1, now) - 1 } ?? Int64.max / 4)
        case .before(let day): Int64.min / 4...Self.day(day, now) - 1
        case .ago(let range):
            (now - min(range.upperBound, Self.farthest))...(now - min(range.lowerBound, Self.farthest))
        }
    }

    /// Returns the beginning of a day counted from today, as if the clock of this machine were UTC.
    private static func day(_ number: Int64, _ now: Int64) -> Int64 {
        let today = (now + LocalClock.offset(at: now)) / CivilDate.secondsOfDay
        return (today + number) * CivilDate.secondsOfDay
    }

    /// Keeps differences within bounds: some thirty thousand years.
    static let farthest: Int64 = 1_000_000_000_000
}

/// The field names, as written before a colon.
enum QueryField: Equatable {
    case text(QueryTextField)
    case number(QueryNumberField)
    case time(QueryTimeField)
    /// A limit for the day on which an event starts: from a day on, before it, or on it.
    case day(QueryDay)
    case kind
    case flag
    case sort
    case limit

    /// Creates the field of a name, or `nil` if there is none.
    init?(_ name: String) {
        if let field = QueryTextField(rawValue: name) {
            self = .text(field)
        } else if let field = QueryNumberField(rawValue: name) {
            self = .number(field)
        } else if let field = QueryTimeField(rawValue: name) {
            self = .time(field)
        } else if let day = QueryDay(rawValue: name) {
            self = .day(day)
        } else {
            switch name {
            case "path": self = .text(.folder)
            case "kind": self = .kind
            case "is": self = .flag
            case "sort": self = .sort
            case "limit": self = .limit
            default: return nil
            }
        }
    }

    static let names =
        QueryTextField.allCases.map(\.rawValue) + QueryNumberField.allCases.map(\.rawValue)
        + QueryTimeField.allCases.map(\.rawValue) + QueryDay.allCases.map(\.rawValue) + [
            "path", "kind", "is", "sort", "limit",
        ]
}

/// The fields that compare the start of an event with a day.
enum QueryDay: String, CaseIterable {
    /// On the day or later.
    case after
    case before
    case on
}

extension ContentQuery {
    /// The field names, as written before a colon.
    package static var fieldNames: [String] { QueryField.names }
}

extension QueryFlag {
    /// Creates the flag for a word, or `nil` if there is none.
    package init?(word: String) {
        self.init(rawValue: word == "favorite" ? "favourite" : word)
    }
}
