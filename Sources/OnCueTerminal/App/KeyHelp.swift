// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import TextOutput

/// The table of keys in words: for the screen, the help of commands, and the manual page.
enum KeyHelp {
    /// Returns every action that has keys, by group.
    static func groups(_ keys: KeyTable) -> [(title: String, rows: [(keys: String, meaning: String)])] {
        KeyAction.Group.allCases.map { group in
            let actions = KeyAction.allCases.filter { $0.description.group == group }
            let rows = actions.compactMap { action in
                let names = keys.strokes(of: action).map(KeyHelp.shown).joined(separator: " ")
                return names.isEmpty ? nil : (names, action.description.summary)
            }
            return (group.rawValue, rows + fixed(group))
        }
    }

    /// Keys that cannot be changed.
    private static func fixed(_ group: KeyAction.Group) -> [(String, String)] {
        guard group == .program else { return [] }
        return [
            ("Alt-1", "the key 1, also while something is typed; so with every key that is one letter"),
            ("Esc", "end typing, clear the filter, remove marks"), ("Ctrl-c", "leave"), ("Ctrl-z", "suspend"),
        ]
    }

    private static func shown(_ stroke: KeyStroke) -> String {
        switch stroke.name {
        case "Up": "↑"
        case "Down": "↓"
        case "Left": "←"
        case "Right": "→"
        default: stroke.name
        }
    }

    /// Returns the table for the screen.
    static func lines(_ model: AppModel) -> [String] {
        let style = Style(isOn: model.screen.usesColor)
        return groups(model.keys).flatMap { group in
            let table = TextTable(
                columns: [.fixed(), .flexible()], rows: group.rows.map { ["  " + $0.keys, $0.meaning] })
            let width = model.layout.width
            return [style.bold(group.title)] + table.lines().flatMap { AppLines.wrapped($0, to: width) }
        }
    }

    /// The table for a manual page, with the names of keys as in the configuration.
    static var terms: [DocumentedTerm] {
        groups(KeyTable()).flatMap { group in group.rows.map { DocumentedTerm($0.keys, $0.meaning) } }
    }

    /// Returns the line at the bottom: the first hints that fit.
    static func hint(_ model: AppModel) -> String {
        let hints = (model.openDirectory.map(actions) ?? actions(model.tab)).compactMap { action, word in
            model.keys.strokes(of: action).first.map { "\(KeyHelp.shown($0)) \(word)" }
        }
        let last = hints.suffix(2)
        var shown: [String] = []
        for hint in hints.dropLast(2)
        where TextLayout.width(of: (shown + [hint] + last).joined(separator: " · ")) <= model.layout.width {
            shown.append(hint)
        }
        let text = (shown + last).joined(separator: " · ")
        return TextLayout.width(of: text) <= model.layout.width ? text : ""
    }

    /// Returns the same while a query is being typed.
    static func queryHint(_ model: AppModel) -> String {
        let screens = model.keys.strokes(of: .nextScreen).first.map(shown)
        let hints = [
            model.query.isEmpty || model.searches.index != nil ? "↑ earlier" : "↓ ↑ move",
            [screens, "Alt-1…0"].compactMap(\.self).joined(separator: ", ") + " screens",
            model.query.isEmpty ? "" : "→ complete", "Enter keys", "Ctrl-u clear",
        ].filter { !$0.isEmpty }
        var text = hints[0]
        for hint in hints.dropFirst() where TextLayout.width(of: text + " · " + hint) <= model.layout.width {
            text += " · " + hint
        }
        return TextLayout.truncate(text, to: model.layout.width)
    }

    private static func actions(_ directory: OpenDirectory) -> [(KeyAction, String)] {
        let common: [(KeyAction, String)] = [(.info, "about"), (.back, "back"), (.help, "keys"), (.quit, "quit")]
        switch directory {
        case .podcasts: return [(.enter, "subscribe")] + common
        case .stations: return [(.enter, "play"), (.new, "add"), (.append, "append")] + common
        }
    }

    private static func actions(_ tab: AppTab) -> [(KeyAction, String)] {
        let common: [(KeyAction, String)] = [(.nextScreen, "screens"), (.help, "keys"), (.quit, "quit")]
        switch tab {
        case .now:
            return [
                (.pause, "pause"), (.next, "next"), (.seekForward, "seek"), (.volumeUp, "volume"),
                (.favourite, "favourite"), (.panel, "lyrics, chapters"), (.showInLibrary, "library"),
            ] + common
        case .queue:
            return [
                (.enter, "play"), (.remove, "remove"), (.moveDown, "move"), (.undo, "undo"), (.clear, "clear"),
                (.save, "save"), (.mark, "mark"), (.filter, "filter"), (.showInLibrary, "library"),
            ] + common
        case .library:
            return [
                (.enter, "open/play"), (.back, "up"), (.append, "append"), (.playNext, "next"), (.playAll, "play all"),
                (.addToPlaylist, "to playlist"), (.filter, "filter"), (.mark, "mark"),
            ] + common
        case .search: return [(.filter, "query"), (.enter, "open/play"), (.append, "append")] + common
        case .playlists:
            return [
                (.enter, "open/play"), (.append, "append"), (.remove, "remove"), (.moveDown, "move"), (.new, "new"),
                (.rename, "rename"),
            ] + common
        case .podcasts:
            return [
                (.enter, "open/play"), (.append, "append"), (.download, "download"), (.new, "subscribe"),
                (.refresh, "refresh"), (.remove, "unsubscribe"),
            ] + common
        case .radio: return [(.enter, "play"), (.new, "add"), (.rename, "rename"), (.remove, "remove")] + common
        case .suggestions:
            return [
                (.enter, "play"), (.remove, "dismiss"), (.download, "dismiss with a reason"), (.why, "why"),
                (.append, "append"),
            ] + common
        case .sound: return [(.enter, "choose"), (.append, "add"), (.open, "more"), (.back, "less")] + common
        case .history:
            return [(.enter, "play"), (.append, "append"), (.showInLibrary, "library"), (.filter, "filter")] + common
        }
    }
}
