// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueInterface

extension OnCueConnection: ActivityService {
    package func activities() async throws(ServiceError) -> [ActivityRecord] { try await all(ActivityMethods.list) }

    package func activity(_ name: Activity.Name) async throws(ServiceError) -> ActivityRecord {
        try await call(ActivityMethods.get, Pair(name.program, name.identifier)).value
    }

    package func takeUpActivity(_ told: ActivityRecord) async throws(ServiceError) -> ContinuedActivity {
        try await call(ActivityMethods.takeUp, Only(told))
    }

    package func continueActivity(_ name: Activity.Name) async throws(ServiceError) -> ContinuedActivity {
        try await call(ActivityMethods.resume, Pair(name.program, name.identifier))
    }

    package func deleteActivities(program: String?, identifiers: [String]) async throws(ServiceError) -> Int {
        try await call(ActivityMethods.delete, Pair(program ?? "", identifiers)).value
    }

    package func createActivity(_ values: ActivityValues) async throws(ServiceError) -> String {
        try await call(ActivityMethods.create, Only(values)).value
    }

    package func updateActivity(_ identifier: String, _ values: ActivityValues) async throws(ServiceError) {
        try await call(ActivityMethods.update, Pair(identifier, values))
    }

    package func becomeCurrent(_ identifier: String) async throws(ServiceError) {
        try await call(ActivityMethods.becomeCurrent, Only(identifier))
    }

    package func resignCurrent(_ identifier: String) async throws(ServiceError) {
        try await call(ActivityMethods.resignCurrent, Only(identifier))
    }

    package func invalidateActivity(_ identifier: String) async throws(ServiceError) {
        try await call(ActivityMethods.invalidate, Only(identifier))
    }

    package func activityNeedsSave(_ identifier: String) async throws(ServiceError) {
        try await call(ActivityMethods.needsSave, Only(identifier))
    }
}
