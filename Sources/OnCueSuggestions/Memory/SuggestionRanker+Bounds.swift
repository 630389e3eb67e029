// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SuggestionRanker {
    /// The most distinct surroundings, several to an observation.
    private static let surroundingLimit = 8 * memory
    /// Items of one session whose repetitions are counted at most.
    private static let repetitionLimit = 10_000

    /// Forgets the least recent items and surroundings above the limits. Those named in observations stay.
    ///
    /// - Complexity: O(1) on average.
    mutating func makeRoom() {
        if items.count >= 2 * max(Self.itemLimit, observations.capacity) { dropItems() }
        if surroundings.count >= Self.surroundingLimit + 4 * observations.capacity { dropSurroundings() }
        if repetitions.count >= Self.repetitionLimit { repetitions.removeAll() }
    }

    private mutating func dropItems() {
        let limit = max(Self.itemLimit, observations.capacity)
        let newest = lastPlays.indices.sorted { lastPlays[$0] > lastPlays[$1] }.prefix(limit)
        lastPlays = newest.map { lastPlays[$0] }
        let numbers = items.keep(newest.map(Int32.init))
        func renumbered(_ old: Int32) -> Int32 { old < 0 ? old : numbers[Int(old)] }
        observations.update { observation in
            observation.item = renumbered(observation.item)
            observation.before = renumbered(observation.before)
            observation.beforeThat = renumbered(observation.beforeThat)
            observation.beforeHere = renumbered(observation.beforeHere)
        }
        refusals.renumber(renumbered)
        (last, lastButOne) = (renumbered(last), renumbered(lastButOne))
        lastHere = lastHere.mapValues(renumbered)
        var kept: [Int32: Int] = [:]
        for (item, count) in repetitions where renumbered(item) >= 0 { kept[renumbered(item)] = count }
        repetitions = kept
    }

    private mutating func dropSurroundings() {
        var isNamed = [Bool](repeating: false, count: surroundings.count)
        observations.visit { observation in
            for number in [observation.place, observation.trigger, observation.device] where number >= 0 {
                isNamed[Int(number)] = true
            }
        }
        // The item last played in some surroundings is known as long as it is among those of the observations.
        for (here, item) in lastHere where item >= 0 && plays - lastPlays[Int(item)] < observations.capacity {
            isNamed[Int(here)] = true
        }
        let numbers = surroundings.keep(isNamed.indices.filter { isNamed[$0] }.map(Int32.init))
        func renumbered(_ old: Int32) -> Int32 { old < 0 ? old : numbers[Int(old)] }
        observations.update { observation in
            observation.place = renumbered(observation.place)
            observation.trigger = renumbered(observation.trigger)
            observation.device = renumbered(observation.device)
        }
        var kept: [Int32: Int32] = [:]
        for (here, item) in lastHere where renumbered(here) >= 0 { kept[renumbered(here)] = item }
        lastHere = kept
    }
}
