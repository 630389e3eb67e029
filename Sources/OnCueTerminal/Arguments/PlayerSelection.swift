// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import PlayerControl

/// The players selected by `--player`.
struct PlayerSelection: Equatable, Sendable {
    /// One of the words separated by commas.
    enum Word: Equatable, Sendable {
        /// Every player, the most recently active first.
        case any
        /// A folded name, without the prefix that all players have.
        case name(String)
    }

    private static let prefix = "org.mpris.mediaplayer2."
    /// playerctld represents one of the others, so it is selected only by its name.
    private static let standIn = "playerctld"

    let words: [Word]

    /// Every player except playerctld.
    static let everyone = PlayerSelection(words: [.any])

    private init(words: [Word]) {
        self.words = words
    }

    /// - Parameter text: The value of `--player`; `nil` selects every player. The result is `nil` if the text is empty.
    init?(_ text: String?) {
        guard let text else {
            words = [.any]
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.drop { $0 == " " }.lowercased()
        }
        words = parts.map { part in
            let name = part.hasPrefix(Self.prefix) ? String(part.dropFirst(Self.prefix.count)) : part
            return part == "%any" ? .any : .name(name)
        }
        guard words.allSatisfy({ $0 != .name("") }) else { return nil }
    }

    /// Returns whether a player with this name may be selected.
    func includes(_ name: String) -> Bool {
        words.contains { Self.matches($0, name) }
    }

    /// Returns the selected players, in the order of the words, and for each word the most recently active first.
    func choose(_ players: [PlayerReport]) -> [PlayerReport] {
        var chosen: [PlayerReport] = []
        for word in words {
            for player in players
            where Self.matches(word, player.name) && !chosen.contains(where: { $0.name == player.name }) {
                chosen.append(player)
            }
        }
        return chosen
    }

    /// Returns the players that did not answer and may have been meant instead of `player`, the first one that did:
    /// they match the word by which it was chosen, or an earlier one. Without a player, returns all selected ones.
    func passedOver(_ silent: [PlayerListing.Silent], for player: PlayerReport?) -> [PlayerListing.Silent] {
        let last = player.flatMap { player in words.firstIndex { Self.matches($0, player.name) } }
        let asked = words.prefix(through: last ?? words.count - 1)
        return silent.filter { silent in asked.contains { Self.matches($0, silent.name) } }
    }

    /// Returns whether a word matches a player. A name matches all instances of a program: `vlc` also matches
    /// `vlc.instance42`.
    private static func matches(_ word: Word, _ name: String) -> Bool {
        let folded = name.lowercased()
        switch word {
        case .any: return folded != standIn
        case .name(let wanted): return folded == wanted || folded.hasPrefix(wanted + ".")
        }
    }
}
