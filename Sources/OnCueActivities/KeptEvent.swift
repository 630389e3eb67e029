// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A concert or another event that the user has kept from a web page.
///
/// Texts are single lines in bounds, as pages have them.
package struct KeptEvent: Sendable, Equatable, Codable, Identifiable {
    /// The most events that are kept.
    package static let limit = 1000

    /// The time for which one is kept after its end, and after it was last seen on its page, in seconds.
    package static let afterlife: Int64 = 30 * CivilDate.secondsOfDay
    /// The time for which one without a date is kept after it was last seen on its page, in seconds.
    package static let datelessLife: Int64 = 365 * CivilDate.secondsOfDay

    /// It stays when the event is moved: see ``KeptEvent/renewed(_:on:known:now:)``.
    package var id: StableKey { key.map(StableKey.init(number:)) ?? Self.key(of: self) }
    /// The number of ``id``; `nil` for that which follows from title, start and venue.
    package private(set) var key: Int64?
    /// The permanent name of the event on its page; `nil` if it has no name of its own there.
    package var reference: String?
    /// The time at which it was last seen on its page, in seconds since 1970; `nil` if it is unknown.
    package var seen: Int64?
    package var title = ""
    package var performers: [String] = []
    /// The performers in the library, as identifiers.
    package var artists: [String] = []
    /// `2026-12-01T20:00:00+01:00` or a part of it, in the extended form of ISO 8601.
    package var start = ""
    package var end = ""
    package var status = WebPage.Event.Status.scheduled
    package var location: Location?
    package var tickets: String?
    /// The page of the event, or else the one on which it was.
    package var page: String?

    package init() {}

    /// - Parameters:
    ///   - page: The page on which the event is.
    ///   - artists: The performers in the library, as identifiers.
    package init(_ event: WebPage.Event, on page: String, artists: [String]) {
        (title, start, end, status) = (event.title, event.start, event.end, event.status)
        performers = event.performers.map(\.name)
        (location, tickets, self.page) = (event.location, event.tickets, event.page ?? page)
        reference = event.reference
        self.artists = artists
        if title.isEmpty { title = performers.first ?? location?.name ?? "Event" }
    }

    package var identifier: ContentIdentifier { id.identifier(.event) }

    /// The event without the fields that only concern how it is kept.
    package var told: KeptEvent {
        var event = self
        (event.reference, event.seen) = (nil, nil)
        return event
    }

    /// The time on the poster, in seconds since 1970 of a clock that shows it: the time zone is ignored, so that the
    /// day is that of the place. `nil` without a date.
    package var starts: Int64? { Self.moment(start) }

    /// The end, or else the end of the day on which it starts; `nil` without a date.
    package var ends: Int64? {
        let day = CivilDate.secondsOfDay
        return max(Self.moment(end) ?? 0, starts.map { ($0 / day + 1) * day } ?? 0).nonZero
    }

    /// The time at which it is forgotten, in seconds since 1970; `nil` if neither its date nor the time it was last
    /// seen is known.
    package var expires: Int64? {
        ends.map { max($0, seen ?? 0) + Self.afterlife } ?? seen.map { $0 + Self.datelessLife }
    }

    /// `2026-12-11 20:00`
    package var startText: String {
        let parts = start.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, parts[1].prefix(5).contains(":") else { return String(start.prefix(10)) }
        return parts[0] + " " + parts[1].prefix(5)
    }

    /// `2026-12-11 20:00 · Waldbühne, Berlin · cancelled`
    package var subtitle: String {
        let city = location?.address.city ?? ""
        let place = [location?.name ?? "", city == location?.name ? "" : city].filter { !$0.isEmpty }
        let status = self.status == .scheduled ? "" : self.status.rawValue
        return [startText, place.joined(separator: ", "), status].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    static func key(of event: KeptEvent, salt: UInt64 = 0) -> StableKey {
        let text = "\(event.title)\u{0}\(event.start)\u{0}\(event.location?.name ?? "")"
        return StableKey(hashing: text.utf8, salt: salt)
    }

    /// Takes the identity of an event that had another date or title.
    package mutating func become(_ key: StableKey) { self.key = key == Self.key(of: self) ? nil : key.number }

    /// Reads `2026-12-01`, with or without `T20:00`.
    static func moment(_ text: String) -> Int64? {
        let parts = text.split(separator: "T", maxSplits: 1)
        let date = (parts.first ?? "").split(separator: "-").map { Int64($0) }
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (1000...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let clock = parts.count == 2 ? parts[1].prefix(5).split(separator: ":").map { Int64($0) } : []
        var seconds = CivilDate(year, month, day).days * CivilDate.secondsOfDay
        if clock.count == 2, let hour = clock[0], let minute = clock[1], hour < 24, minute < 60 {
            seconds += hour * 3600 + minute * 60
        }
        return seconds
    }
}

extension Int64 {
    fileprivate var nonZero: Int64? { self == 0 ? nil : self }
}

extension WebPage.Event.Status: Codable {}
