// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// The provider's candidates for suggestions: requested in advance, since a trigger does not wait.
extension ProviderContentSource {
    /// Returns the nominations; none while the provider does not answer, since they could not be played.
    func nominations() async -> [Nomination] { client.health.state == .unavailable ? [] : nominated }

    /// Returns the known rows that have a location, including nominated ones; none while the provider does not answer.
    func located() async -> [ContentNode] {
        client.health.state == .unavailable ? [] : pages.located
    }

    /// Requests the nominations: once for concurrent callers, and once more if they change meanwhile.
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
    /// restarted. A provider that takes too long for this must not be treated like one that does not answer at all.
    private func askForNominations() async {
        guard let answer = try? await client.nominations() else { return }
        let playable = answer.filter { $0.row.item.isPlayable }
        // The items then do not have to be requested when they are suggested.
        for (row, _) in playable { pages.keep(row) }
        let general = playable.filter { $0.ground != .belongsHere }
        let isLocated = playable.contains { $0.row.item.location != nil }
        take(general.map { Nomination($0.row.item.identifier.description, $0.ground) }, isNews: isLocated)
    }

    /// - Parameter isNews: Whether to announce the nominations even if they are the same.
    private func take(_ now: [Nomination], isNews: Bool = false) {
        guard isNews || now != nominated else { return }
        nominated = now
        number += 1
        hub.tell(ContentChange(revision: current, containers: [.root]))
    }
}
