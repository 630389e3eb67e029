// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func offer() async throws(ClientError) -> SuggestionOffer? { try note("offer").offer }

    func suggestions(limit: Int) async throws(ClientError) -> [SuggestionRecord] {
        let found = try note("suggestions \(limit)").suggestions
        return limit > 0 ? Array(found.prefix(limit)) : found
    }

    func acceptSuggestion(_ id: String) async throws(ClientError) -> AcceptedSuggestion {
        let suggestion = try suggestion(id, "accept")
        return AcceptedSuggestion(
            identifier: suggestion.identifier, title: suggestion.title, subtitle: suggestion.subtitle)
    }

    func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws(ClientError) {
        _ = try note("dismiss \(id) \(reason.rawValue)")
    }

    func explainSuggestion(_ id: String) async throws(ClientError) -> SuggestionExplanation {
        SuggestionExplanation(try suggestion(id, "explain"), time: 0)
    }

    func showSuggestions() async throws(ClientError) -> Int {
        let state = try note("show suggestions")
        return state.offer?.suggestions.count ?? state.suggestions.count
    }

    func showNextSuggestion() async throws(ClientError) { _ = try note("show next") }

    private func suggestion(_ id: String, _ call: String) throws(ClientError) -> SuggestionRecord {
        let state = try note("\(call) \(id)")
        let all = (state.offer?.suggestions ?? []) + state.suggestions
        guard let found = id.isEmpty ? all.first : all.first(where: { $0.id == id }) else {
            throw ClientError(.notFound, "\(id) is not offered any more")
        }
        return found
    }

    func suggestionUpdates() -> AsyncStream<SuggestionUpdate> { Self.stream(current.suggestionUpdates) }

    func setPinned(_ place: String, _ isPinned: Bool) async throws(ClientError) {
        _ = try note("pin \(place) \(isPinned)", about: place)
    }

    func saidOfItems() async throws(ClientError) -> [SaidRecord] { try note("said").said }

    func forget(_ part: ForgottenPart) async throws(ClientError) -> Int { try note("forget \(part)").forgotten }

    func donate(_ donations: [DonatedPlayback]) async throws(ClientError) {
        _ = try note("donate \(donations.map(\.item).joined(separator: " "))")
    }

    func deleteDonations(of program: String, _ identifiers: [String]) async throws(ClientError) -> Int {
        try note("delete donations of \(program) \(identifiers.joined(separator: " "))").forgotten
    }

    func exportLearnt(offset: Int, limit: Int) async throws(ClientError) -> LearntPage {
        let lines = try note("export \(offset) \(limit)").learnt
        return LearntPage(total: lines.count, lines: Array(lines.dropFirst(offset).prefix(min(limit, 2))))
    }

    func suggestionSettings() async throws(ClientError) -> SuggestionSettings {
        try note("settings").suggestionSettings
    }

    func setSuggestions(_ settings: [SuggestionSetting]) async throws(ClientError) {
        _ = try note("set \(settings.map { "\($0)" }.joined(separator: " "))")
        change { state in
            for setting in settings { state.suggestionSettings.apply(setting) }
        }
    }
}

extension SuggestionSettings {
    fileprivate mutating func apply(_ setting: SuggestionSetting) {
        switch setting {
        case .quietHours(let hours): quietHours = hours
        case .coolDown(let time): coolDown = time
        case .lifetime(let time): lifetime = time
        case .stagingGuard(let time): stagingGuard = time
        case .dismissalLimit(let count): dismissalLimit = count
        case .stages(let isOn): stages = isOn
        case .moments(let kinds): moments = kinds
        case .notifies(let isOn): notifies = isOn
        }
    }
}
