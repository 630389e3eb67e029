// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Something of a program that searches find, and that the program shows when it is chosen.
package struct SearchItem: Sendable, Equatable, Codable {
    package var name: Activity.Name
    /// A group of items that are deleted together: `concerts.berlin` belongs to `concerts`, too. May be empty.
    package var domain: String
    package var title: String
    /// Other words by which it is found.
    package var keywords: [String]
    package var summary: String?
    /// URI of a picture, or the name of an icon.
    package var thumbnail: String?
    package var webPage: String?
    /// The time at which it was made or changed, or takes place, in seconds since 1970.
    package var date: Int64?
    /// The location at which it takes place.
    package var location: Location?
    /// The time after which it is no longer found, in seconds since 1970; `nil` for never.
    package var expires: Int64?

    package init(_ name: Activity.Name, title: String, domain: String = "") {
        (self.name, self.title, self.domain, keywords) = (name, title, domain, [])
    }

    /// - Parameter now: Seconds since 1970.
    package func isExpired(at now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

    /// The type of the activity by which a program shows an item.
    package static let activityType = "org.oncue.SearchableItem"

    /// The activity by which its program shows it: it has a fixed type, and the identifier of the item.
    package var activity: Activity {
        let name = Activity.Name(name.program, name.identifier, isItem: true)
        var activity = Activity(name, type: Self.activityType, title: title, eligibility: .search)
        activity.info = ActivityInfo(["identifier": .text(name.identifier), "domain": .text(domain)])
        (activity.keywords, activity.summary, activity.thumbnail) = (keywords, summary, thumbnail)
        (activity.webPage, activity.changed, activity.location) = (webPage, date ?? 0, location)
        return activity
    }

    /// Checks all values, which have the limits of those of activities.
    ///
    /// - Throws: `invalid`, with the key and its limit.
    package func check() throws(ActivityRefusal) {
        var activity = self.activity
        activity.info = ActivityInfo()
        try activity.check(at: 0)
        for (key, time) in [("date", date), ("expires", expires)] {
            if let time { try ActivityLimits.check(key, time) }
        }
        guard domain.utf8.count <= ActivityLimits.identifierBytes else {
            throw .invalid("domain may have at most \(ActivityLimits.identifierBytes) bytes")
        }
    }
}

/// The items to remove from the index of a program.
package enum SearchDeletion: Sendable, Equatable {
    case items([String])
    /// With all domains below them.
    case domains([String])
    case all

    /// The number of names.
    package var count: Int {
        switch self {
        case .items(let names), .domains(let names): names.count
        case .all: 0
        }
    }
}

/// Limits of the index.
package enum SearchLimits {
    package static let perProgram = 20_000
    package static let overall = 100_000
    /// The number of items, or of names of items to remove, in one call.
    package static let batch = 1000
    package static let stateBytes = 1024
    /// The time for which items of a program are kept after its declaration has disappeared, in seconds: an update may
    /// remove its file for a moment, and a disk may come back.
    package static let undeclaredLifetime: Int64 = 30 * CivilDate.secondsOfDay
}

/// Something of another program that a search has found: an activity, or an item of its index.
package struct ForeignHit: Sendable, Equatable {
    package var name: Activity.Name
    /// The name of the program, for people.
    package var programName: String
    package var title: String
    package var summary: String?
    package var thumbnail: String?
    package var date: Int64?
    /// The location at which it takes place.
    package var location: Location?
    package var isActivity: Bool {
        get { !name.isItem }
        set { name.isItem = !newValue }
    }

    package init(_ activity: Activity, programName: String, date: Int64? = nil) {
        (name, self.programName, title) = (activity.name, programName, activity.title)
        (summary, thumbnail, location) = (activity.summary, activity.thumbnail, activity.location)
        self.date = date
    }
}
