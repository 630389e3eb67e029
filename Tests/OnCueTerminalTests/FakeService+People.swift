// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func people() async throws(ClientError) -> [PersonRecord] { try note("people").people }

    func interactions(with person: String, offset: Int, limit: Int) async throws(ClientError) -> InteractionPage {
        let all = try note("interactions \(person)").interactions
        return InteractionPage(total: all.count, interactions: all)
    }

    func donate(_ interaction: InteractionRecord) async throws(ClientError) {
        let people = interaction.people.joined(separator: ", ")
        change { $0.donated.append(interaction) }
        _ = try note("donate \(interaction.action) with \(people): \(interaction.item ?? "-")")
    }

    func deleteInteractions(of program: String, _ identifiers: [String]) async throws(ClientError) -> Int {
        try note("delete interactions").interactions.count
    }

    func deleteInteractions(of program: String, inGroup group: String) async throws(ClientError) -> Int {
        try note("delete interactions in \(group)").interactions.count
    }

    func forgetPerson(_ name: String) async throws(ClientError) -> Int {
        try note("forget person \(name)").interactions.count
    }

    func tie(_ device: String, to person: String) async throws(ClientError) {
        _ = try note("tie \(device) to \(person)")
    }

    func sharedItem(at place: String) async throws(ClientError) -> SharedItem { try note("shared \(place)").shared }
}
