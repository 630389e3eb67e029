// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// The activities as seen by one client, which may change its own.
@MediaActor
package struct ActivitySession {
    package typealias Failure = any Error

    let center: ActivityCenter
    /// The unique name of the client on the bus.
    let client: String
}

extension ActivitySession: nonisolated ActivityService {
    @MediaActor
    package func activities() async throws -> [ActivityRecord] { await center.list() }

    @MediaActor
    package func activity(_ name: Activity.Name) async throws -> ActivityRecord { try await center.newest(name) }

    @MediaActor
    package func continueActivity(_ name: Activity.Name) async throws -> ContinuedActivity {
        try await center.resume(name)
    }

    @MediaActor
    package func takeUpActivity(_ told: ActivityRecord) async throws -> ContinuedActivity {
        try await center.takeUp(told)
    }

    @MediaActor
    package func deleteActivities(program: String?, identifiers: [String]) async throws -> Int {
        try await center.delete(program: program, identifiers: identifiers)
    }

    @MediaActor
    package func createActivity(_ values: ActivityValues) async throws -> String {
        try await center.create(values, by: client)
    }

    @MediaActor
    package func updateActivity(_ identifier: String, _ values: ActivityValues) async throws {
        try await center.update(identifier, values, by: client)
    }

    @MediaActor
    package func becomeCurrent(_ identifier: String) async throws {
        try center.becomeCurrent(identifier, by: client)
    }

    @MediaActor
    package func resignCurrent(_ identifier: String) async throws { try center.resign(identifier, by: client) }

    @MediaActor
    package func invalidateActivity(_ identifier: String) async throws {
        try await center.invalidate(identifier, by: client)
    }

    @MediaActor
    package func activityNeedsSave(_ identifier: String) async throws {
        try center.noteNeedsSave(identifier, by: client)
    }
}
