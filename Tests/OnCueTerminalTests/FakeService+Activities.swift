// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases

extension FakeService {
    private static let types: Set = ["org.oncue.OnCue.browsing", "org.oncue.OnCue.searching"]

    func activities() async throws(ClientError) -> [ActivityRecord] {
        try note("activities").activities.filter { !$0.activity.eligibility.isEmpty }
    }

    func activity(_ name: Activity.Name) async throws(ClientError) -> ActivityRecord {
        let record = try note("activity \(name.identifier)").activities.first {
            $0.activity.name == name && !$0.activity.eligibility.isEmpty
        }
        guard let record else { throw ClientError(.notFound, "there is no such activity") }
        return record
    }

    func continueActivity(_ name: Activity.Name) async throws(ClientError) -> ContinuedActivity {
        let record = try await activity(name)
        _ = try note("continue \(name.identifier)")
        guard record.activity.item != nil else { return ContinuedActivity(.program, record.programName) }
        return ContinuedActivity(.played, record.activity.title)
    }

    func takeUpActivity(_ told: ActivityRecord) async throws(ClientError) -> ContinuedActivity {
        _ = try note("take up \(told.activity.title)")
        let activity = told.activity.elsewhere
        do throws(ActivityRefusal) { try activity.check(at: 0) } catch { throw ClientError(error) }
        if let place = activity.info.text("place") { return ContinuedActivity(.place, place) }
        if let page = activity.webPage { return ContinuedActivity(.page, page) }
        throw ClientError(.notAvailable, "no program here declares \(activity.type), and it has no web page")
    }

    func deleteActivities(program: String?, identifiers: [String]) async throws(ClientError) -> Int {
        let words = ["delete activities", program].compactMap(\.self) + identifiers
        let going = try note(words.joined(separator: " ")).activities.filter {
            (program == nil || $0.activity.name.program == program)
                && (identifiers.isEmpty || identifiers.contains($0.activity.name.identifier))
        }
        guard !going.isEmpty || program == nil && identifiers.isEmpty else {
            throw ClientError(.notFound, "there is no such activity")
        }
        change { state in state.activities.removeAll { going.contains($0) } }
        return going.count
    }

    func createActivity(_ values: ActivityValues) async throws(ClientError) -> String {
        _ = try note("create activity")
        var activity = try values.applied()
        guard Self.types.contains(activity.type) else { throw ClientError(.refused, "no program declares it") }
        activity.name.program = ":1.7"
        try put(activity, isCurrent: false)
        return activity.name.identifier
    }

    func updateActivity(_ identifier: String, _ values: ActivityValues) async throws(ClientError) {
        let old = try live(identifier)
        try put(try values.applied(to: old.activity), isCurrent: old.isCurrent)
    }

    private func put(_ activity: Activity, isCurrent: Bool) throws(ClientError) {
        var activity = activity
        do throws(ActivityRefusal) { try activity.check(at: 1000) } catch { throw ClientError(error) }
        guard activity.eligibility.isSubset(of: .handoff) else {
            throw ClientError(.invalidValue, "eligibleFor can only be handoff")
        }
        activity.changed = 1000
        change { [activity] state in
            state.activities.removeAll { $0.activity.name == activity.name }
            state.activities.append(
                ActivityRecord(activity, programName: "OnCue", isCurrent: isCurrent, isLive: true))
        }
    }

    private func live(_ identifier: String) throws(ClientError) -> ActivityRecord {
        let record = current.activities.first { $0.activity.name.identifier == identifier && $0.isLive }
        guard let record else { throw ClientError(.notFound, "this program has no such activity") }
        return record
    }

    private func setState(
        _ identifier: String, _ call: String, _ body: @Sendable (inout ActivityRecord) -> Void
    ) throws(ClientError) {
        _ = try note("\(call) \(identifier)")
        _ = try live(identifier)
        change { state in
            for index in state.activities.indices where state.activities[index].activity.name.identifier == identifier {
                body(&state.activities[index])
            }
        }
    }

    func becomeCurrent(_ identifier: String) async throws(ClientError) {
        try setState(identifier, "become current") { $0.isCurrent = true }
    }

    func resignCurrent(_ identifier: String) async throws(ClientError) {
        try setState(identifier, "resign") { $0.isCurrent = false }
    }

    func invalidateActivity(_ identifier: String) async throws(ClientError) {
        try setState(identifier, "invalidate") { ($0.isCurrent, $0.isLive) = (false, false) }
        change { state in state.activities.removeAll { !$0.isLive && !$0.activity.isKept } }
    }

    func activityNeedsSave(_ identifier: String) async throws(ClientError) {
        try setState(identifier, "needs save") { $0.needsSave = true }
    }
}
