// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession

/// Locations and their parts, from kept events, from recently seen ones, and from the list of cities.
@MediaActor
extension CompletionDesk {
    func places(_ kind: CompletionKind, _ typed: String) async throws -> [CompletionWord] {
        guard let locations else { return [] }
        let words = try await words(kind, typed, locations)
        return fitting(words.filter { !$0.text.isEmpty }, typed)
    }

    private func words(
        _ kind: CompletionKind, _ typed: String, _ locations: LocationFinder
    ) async throws -> [CompletionWord] {
        func word(_ text: String, _ about: String) -> CompletionWord {
            CompletionWord(text, about: about, kind: kind.rawValue)
        }
        let known = try await locations.known()
        switch kind {
        case .address: return known.map { word($0.location.address.line, $0.location.name) }
        case .telephone:
            return known.flatMap { match in match.location.telephones.map { word($0, match.location.name) } }
        case .name:
            return try await locations.performers().map { word($0, "Performer") }
                + known.map { word($0.location.name, $0.location.address.line) }
        case .city:
            return known.map { word($0.location.address.city, $0.location.address.country) }
                + (await locations.cities(beginningWith: typed)).map { word($0.location.name, $0.location.line) }
        default:
            return known.map { word($0.location.name, $0.source.isEmpty ? $0.location.address.line : $0.source) }
                + (try await triggers.places()).map { word($0.name, "Place") }
                + (await locations.cities(beginningWith: typed)).map { word($0.location.name, $0.location.line) }
        }
    }
}
