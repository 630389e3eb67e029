// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueActivities
internal import OnCueCore

/// The activities of the user in programs, each of which can be resumed: `org.oncue.Activities1`.
package protocol ActivityService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    // MARK: For everyone

    /// Returns every activity that is eligible for anything: the current one first, then the newest.
    func activities() async throws(Failure) -> [ActivityRecord]

    /// Returns one activity, in its newest state if its program delivers that in time.
    ///
    /// - Throws: `notFound`.
    func activity(_ name: Activity.Name) async throws(Failure) -> ActivityRecord

    /// Continues an activity: in its program, which is started for it; else by playing its item; else on its web page.
    /// A failure changes nothing.
    ///
    /// - Throws: `notFound`, `providerUnavailable`, `notAvailable`, and the errors of playing.
    func continueActivity(_ name: Activity.Name) async throws(Failure) -> ContinuedActivity

    /// Continues an activity that another machine of the user has reported: in a program here that declares its type;
    /// else on its web page. It is not stored. A failure changes nothing.
    ///
    /// - Parameter told: The record from the other machine, none of which is trusted.
    /// - Throws: `invalidValue`, `refused` for a task, `providerUnavailable`, `notAvailable`.
    func takeUpActivity(_ told: ActivityRecord) async throws(Failure) -> ContinuedActivity

    /// Deletes activities from memory and from the disk.
    ///
    /// - Parameters:
    ///   - program: Only those of a program; `nil` for all.
    ///   - identifiers: Only those with one of these identifiers or persistent identifiers; empty for all.
    /// - Returns: The number of activities deleted.
    /// - Throws: `notFound` if there is none, `storage`.
    func deleteActivities(program: String?, identifiers: [String]) async throws(Failure) -> Int

    // MARK: For programs that declare types of activities

    /// Creates an activity, or replaces the one of the caller with its identifier. When this returns, it is on the
    /// disk, if it is stored at all.
    ///
    /// - Returns: The identifier.
    /// - Throws: `refused` (the caller has not declared the type; too many), `invalidValue`, `storage`.
    func createActivity(_ values: ActivityValues) async throws(Failure) -> String

    /// Changes the given values of an activity of the caller.
    ///
    /// - Throws: `notFound`, `invalidValue`, `storage`.
    func updateActivity(_ identifier: String, _ values: ActivityValues) async throws(Failure)

    /// Makes an activity of the caller the current one.
    ///
    /// - Throws: `notFound`.
    func becomeCurrent(_ identifier: String) async throws(Failure)

    /// Makes an activity of the caller no longer the current one.
    ///
    /// - Throws: `notFound`.
    func resignCurrent(_ identifier: String) async throws(Failure)

    /// Ends the life of an activity: the stored part remains until it expires or is deleted.
    ///
    /// - Throws: `notFound`.
    func invalidateActivity(_ identifier: String) async throws(Failure)

    /// Marks that there is a newer state, which the service requests when it is needed.
    ///
    /// - Throws: `notFound`.
    func activityNeedsSave(_ identifier: String) async throws(Failure)
}

/// An activity as everyone sees it.
package struct ActivityRecord: Sendable, Equatable {
    package var activity: Activity
    /// The name of its program, for people.
    package var programName: String
    package var isCurrent: Bool
    /// Whether its program still provides it.
    package var isLive: Bool
    /// Whether its program has a newer state than this.
    package var needsSave: Bool
    /// For the current activity, the time for which the user has been away from it, if the screen is locked.
    package var absence: Duration?

    package init(
        _ activity: Activity, programName: String, isCurrent: Bool = false, isLive: Bool = false,
        needsSave: Bool = false
    ) {
        (self.activity, self.programName) = (activity, programName)
        (self.isCurrent, self.isLive, self.needsSave) = (isCurrent, isLive, needsSave)
    }
}

/// The way in which an activity was continued.
package struct ContinuedActivity: Sendable, Equatable {
    package enum Manner: String, Sendable, CaseIterable {
        /// Its program has continued it.
        case program
        /// Its item is playing.
        case played
        /// The front end must show a place.
        case place
        /// The front end must show the results of a search.
        case search
        /// Its web page is open.
        case page
    }

    package var manner: Manner
    /// The name of the program, the title of the playing item, the place, the words, or the address.
    package var detail: String

    package init(_ manner: Manner, _ detail: String) { (self.manner, self.detail) = (manner, detail) }
}

/// A part of all activities.
package struct ActivityPage: Sendable, Equatable, ItemPage {
    package var total: Int
    package var items: [ActivityRecord]
}

/// The given values of an activity, by their keys.
package struct ActivityValues: Sendable, Equatable {
    let values: [String: BusValue]

    package init(_ values: [String: BusValue]) { self.values = values }

    /// Every value of an activity.
    package init(_ activity: Activity) {
        values = FormWriter.dictionary(activity)
    }

    /// Returns the activity with these values replacing its own. An identifier, once given, never changes.
    ///
    /// - Throws: `invalidValue` for a value that cannot be read, or that would be applied in part.
    package func applied(to activity: Activity? = nil) throws(ServiceError) -> Activity {
        try Location.check(in: values)
        let old = activity.map { FormWriter.dictionary($0) } ?? [:]
        var new = try FormReader.options(Activity.self, in: old.merging(values) { $1 })
        new.name = Activity.Name(activity?.name.program ?? "", activity?.name.identifier ?? new.name.identifier)
        new.changed = activity?.changed ?? 0
        return new
    }
}

extension ServiceError {
    package init(_ refusal: ActivityRefusal) {
        let code: Code =
            switch refusal.code {
            case .invalid: .invalidValue
            case .unknown: .notFound
            case .full: .refused
            }
        self.init(code, refusal.message)
    }
}
