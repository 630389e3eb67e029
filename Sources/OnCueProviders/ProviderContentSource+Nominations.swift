// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// The provider's candidates for suggestions: requested in advance, since a trigger does not wait.
extension ProviderContentSource {
    /// None while the provider does not answer: they could not be played.
    func nominations() async -> [Nomination] { client.health.state == .unavailable ? [] : nominated }

    /// The nominated rows and those at hand that have a location.
    func located() async -> [ContentNode] {
        client.health.state == .unavailable ? [] : pages.located
    }

    /// Requests them, once for concurrent callers and once more for changes by then.
    func lookForNominations() {
        guard canNominate else { return take([]) }
        guard nominating == nil else {
            isNominatedAnew = true
            return
        }
        nominating = Task { @MediaActor [weak self] in
            repeat {
                self?.isNominatedAnew = false
                await self?.askForNominations()
            } while self?.isNominatedAnew == true
            self?.nominating = nil
        }
    }

    /// Requests the nominations. After a failure the old ones are kept until the provider announces others, or is
    /// restarted: a provider that takes too long for this must not be treated as one that does not answer.
    private func askForNominations() async {
        guard let answer = try? await client.nominations() else { return }
        let playable = answer.filter { $0.row.item.isPlayable }
        // The items then need no request when they are suggested.
        for (row, _) in playable { pages.keep(row) }
        let general = playable.filter { $0.ground != .belongsHere }
        let isLocated = playable.contains { $0.row.item.location != nil }
        take(general.map { Nomination($0.row.item.identifier.description, $0.ground) }, isNews: isLocated)
    }

    /// - Parameter isNews: Announce it even if the nominations are the same.
    private func take(_ now: [Nomination], isNews: Bool = false) {
        guard isNews || now != nominated else { return }
        nominated = now
        number += 1
        hub.tell(ContentChange(revision: current, containers: [.root]))
    }
}
