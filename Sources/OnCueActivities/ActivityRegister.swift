// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// All activities of all programs: the current one, those that are kept, and their removal. Has no clock and no file.
///
/// The activity that became current last is current, before those that continue in the background; when it ends, the
/// one before it is current again. A connection has at most one in that order. Activities that are no longer shown to
/// anyone are forgotten at once.
package struct ActivityRegister: Sendable {
    package struct Entry: Sendable, Equatable {
        package var activity: Activity
        /// The connection that may change it; `nil` when it is only kept.
        package var owner: String?
        /// Whether the program has a newer state than this.
        package var needsSave: Bool
    }

    /// A change to the file. Changes are made in order.
    package enum Effect: Sendable, Equatable {
        case keep(Activity)
        case forget(Activity.Name)
    }

    package private(set) var entries: [Activity.Name: Entry] = [:]
    /// Those that became current and did not end, the latest last.
    private var order: [Activity.Name] = []

    /// - Parameter kept: What a file has.
    package init(kept: [Activity] = []) {
        for activity in kept {
            entries[activity.name] = Entry(activity: activity, owner: nil, needsSave: false)
        }
    }

    // MARK: Reading

    package var current: Activity? { order.last.flatMap { entries[$0]?.activity } }

    package func isCurrent(_ name: Activity.Name) -> Bool { order.last == name }

    /// The activities that may be shown: all that are eligible for anything; the current one first, then the newest.
    package var listed: [Entry] {
        entries.values.filter { !$0.activity.eligibility.isEmpty }.sorted { one, other in
            let (first, second) = (one.activity, other.activity)
            if isCurrent(first.name) != isCurrent(second.name) { return isCurrent(first.name) }
            if first.changed != second.changed { return first.changed > second.changed }
            return (first.name.program, first.name.identifier) < (second.name.program, second.name.identifier)
        }
    }

    /// Returns the name of the activity of a connection with this identifier.
    package func name(_ identifier: String, of owner: String) throws(ActivityRefusal) -> Activity.Name {
        guard
            let entry = entries.values.first(where: { $0.owner == owner && $0.activity.name.identifier == identifier })
        else { throw ActivityRefusal(.unknown, "this program has no activity \"\(identifier.prefix(100))\"") }
        return entry.activity.name
    }

    /// The time at which the next one expires.
    package var nextExpiration: Int64? { entries.values.map(\.activity.expiration).min() }

    // MARK: Changes by programs

    /// Adds an activity, or changes the one with its name.
    ///
    /// - Parameters:
    ///   - owner: The connection of the program.
    ///   - now: Seconds since 1970.
    ///   - isAsked: It is the newest state of a known activity, which was requested: it keeps its place in the list, so
    ///     that the numbers that people see stay valid.
    /// - Throws: `invalid`, `full`. Nothing has changed then.
    package mutating func put(
        _ activity: Activity, of owner: String, at now: Int64, isAsked: Bool = false
    ) throws(ActivityRefusal) -> [Effect] {
        try activity.check(at: now)
        let (name, old) = (activity.name, entries[activity.name])
        guard old?.owner == nil || old?.owner == owner else {
            throw ActivityRefusal(
                .invalid, "identifier \"\(name.identifier)\" is that of another connection's activity")
        }
        let count = entries.values.count { $0.owner != nil && $0.activity.name.program == name.program }
        guard old?.owner != nil || count < ActivityLimits.perProgram else {
            throw ActivityRefusal(
                .full,
                "\(name.program) already has \(ActivityLimits.perProgram) activities, which is the limit; invalidate "
                    + "some first")
        }
        var activity = activity
        activity.changed = isAsked ? old?.activity.changed ?? now : now
        entries[name] = Entry(activity: activity, owner: owner, needsSave: false)
        guard activity.isKept else { return old?.activity.isKept == true ? [.forget(name)] : [] }
        return [.keep(activity.kept)] + dropOldest(of: name.program)
    }

    /// Notes that the program has a newer state, which is requested when it is needed.
    package mutating func noteNeedsSave(_ name: Activity.Name) { entries[name]?.needsSave = true }

    /// Makes one the current activity, replacing the one that its connection had.
    package mutating func becomeCurrent(_ name: Activity.Name) {
        guard let owner = entries[name]?.owner else { return }
        order.removeAll { entries[$0]?.owner == owner }
        order.append(name)
    }

    /// Makes one current while nothing else is: an activity in the background, such as listening, is not one that the
    /// user has turned to.
    package mutating func goOnBehind(_ name: Activity.Name) {
        if entries[name]?.owner != nil, !order.contains(name) { order.insert(name, at: 0) }
    }

    package mutating func resign(_ name: Activity.Name) { order.removeAll { $0 == name } }

    /// Ends an activity: it is no longer current, can no longer be changed, and stays only if it is kept.
    package mutating func invalidate(_ name: Activity.Name) { end { $0 == name } }

    /// Ends all activities of a connection that has left.
    package mutating func left(_ owner: String) {
        let names = Set(entries.filter { $0.value.owner == owner }.keys)
        end(where: names.contains)
    }

    private mutating func end(where isEnding: (Activity.Name) -> Bool) {
        order.removeAll(where: isEnding)
        for (name, entry) in entries where isEnding(name) {
            entries[name] =
                entry.activity.isKept ? Entry(activity: entry.activity.kept, owner: nil, needsSave: false) : nil
        }
    }

    // MARK: Removal

    /// Forgets expired activities.
    package mutating func expire(at now: Int64) -> [Effect] {
        remove { $0.activity.expiration <= now }
    }

    /// Deletes activities, also those that programs still have.
    ///
    /// - Parameters:
    ///   - program: Only those of a program.
    ///   - identifiers: Only those with one of these identifiers, or persistent identifiers.
    package mutating func delete(program: String? = nil, identifiers: [String] = []) -> [Effect] {
        remove { entry in
            guard program == nil || entry.activity.name.program == program else { return false }
            return identifiers.isEmpty || identifiers.contains(entry.activity.name.identifier)
                || entry.activity.persistentIdentifier.map(identifiers.contains) ?? false
        }
    }

    /// Forgets the oldest activity that has no owner, if more of its program are kept than the limit.
    private mutating func dropOldest(of program: String) -> [Effect] {
        let kept = entries.values.filter { $0.activity.name.program == program && $0.activity.isKept }
        guard kept.count > ActivityLimits.keptPerProgram else { return [] }
        let oldest = kept.filter { $0.owner == nil }.min {
            ($0.activity.changed, $0.activity.name.identifier) < ($1.activity.changed, $1.activity.name.identifier)
        }
        guard let name = oldest?.activity.name else { return [] }
        return remove { $0.activity.name == name }
    }

    private mutating func remove(where isGoing: (Entry) -> Bool) -> [Effect] {
        let going = entries.values.filter(isGoing)
        for entry in going { entries[entry.activity.name] = nil }
        order.removeAll { entries[$0] == nil }
        return going.sorted { $0.activity.name.identifier < $1.activity.name.identifier }.filter(\.activity.isKept)
            .map { .forget($0.activity.name) }
    }
}
