// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// What the provider names as candidates for suggestions: asked for ahead, since a trigger waits for nobody.
extension ProviderContentSource {
    /// None while the provider does not answer: they could not be played.
    func nominations() async -> [Nomination] { client.health.state == .unavailable ? [] : nominated }

    /// Asks for them, once for all who want that meanwhile and once more for what has changed by then.
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

    /// What could not be had stays as it was until the provider says that it is something else, or is started anew: one
    /// that takes too long for this must not be taken for one that does not answer again and again.
    private func askForNominations() async {
        guard let answer = try? await client.nominations() else { return }
        let playable = answer.filter { $0.row.item.isPlayable }
        // The items need not be asked for when they are wanted.
        for (row, _) in playable { pages.keep(row) }
        take(playable.map { Nomination($0.row.item.identifier.description, $0.ground) })
    }

    private func take(_ now: [Nomination]) {
        guard now != nominated else { return }
        nominated = now
        number += 1
        hub.tell(ContentChange(revision: current, containers: [.root]))
    }
}
