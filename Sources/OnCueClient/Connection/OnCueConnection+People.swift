// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: PeopleService {
    package func people() async throws(ServiceError) -> [PersonRecord] { try await read(PeopleMethods.people) }

    package func interactions(
        with person: String, offset: Int, limit: Int
    ) async throws(ServiceError) -> InteractionPage {
        try await call(PeopleMethods.interactions, InteractionQuestion(person, offset: offset, limit: limit))
    }

    package func donate(_ interaction: InteractionRecord) async throws(ServiceError) {
        try await call(PeopleMethods.donate, Only(Strict(interaction)))
    }

    package func deleteInteractions(of program: String, _ identifiers: [String]) async throws(ServiceError) -> Int {
        try await call(PeopleMethods.delete, Pair(program, identifiers)).value
    }

    package func deleteInteractions(of program: String, inGroup group: String) async throws(ServiceError) -> Int {
        try await call(PeopleMethods.deleteGroup, Pair(program, group)).value
    }

    package func forgetPerson(_ name: String) async throws(ServiceError) -> Int {
        try await call(PeopleMethods.forget, Only(name)).value
    }

    package func tie(_ device: String, to person: String) async throws(ServiceError) {
        try await call(PeopleMethods.tie, Pair(device, person))
    }

    package func sharedItem(at place: String) async throws(ServiceError) -> SharedItem {
        try await call(PeopleMethods.shared, Only(place)).value
    }
}
