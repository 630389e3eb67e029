// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

extension BrowserModel {
    mutating func press(_ key: Key) -> [BrowserEffect] {
        message = nil
        if key == .control("c") { return [.quit] }
        if key == .control("z") { return [.suspend] }
        if showsKeys {
            showsKeys = false
            return []
        }
        switch key {
        case .up, .shiftUp, .alt("k"), .control("p"): return move(to: level.selected - 1)
        case .down, .shiftDown, .alt("j"), .control("n"): return move(to: level.selected + 1)
        case .pageUp: return move(to: level.selected - listHeight)
        case .pageDown: return move(to: level.selected + listHeight)
        case .home: return move(to: 0)
        case .end: return move(to: level.count - 1)
        case .right, .alt("l"): return enter(plays: false)
        case .enter: return enter(plays: true)
        case .left, .alt("h"): return close()
        case .backspace: return backspace()
        case .escape: return escape()
        case .alt(let letter): return command(letter)
        case .control("u"): return isTyping ? filter("") : []
        case .character(let letter): return isTyping ? type(letter) : press(letter)
        case .tab:
            isTyping = level.filter != nil && !isTyping
            return []
        case .delete, .control: return []
        }
    }

    private mutating func move(to index: Int) -> [BrowserEffect] {
        level.select(index, height: listHeight)
        return fetches() + prepared()
    }

    // MARK: Letters

    /// The same keys as in the queue, where they have a meaning here.
    private mutating func press(_ letter: Character) -> [BrowserEffect] {
        switch letter {
        case "j": return move(to: level.selected + 1)
        case "k": return move(to: level.selected - 1)
        case "h": return close()
        case "l": return enter(plays: false)
        case "+": return command("a")
        case ">": return command("n")
        case "*": return command("s")
        case "=": return command("p")
        case "q": return [.quit]
        case " ": return [.toggle]
        case "?":
            showsKeys = true
            return []
        case "/":
            isTyping = true
            return filter(level.filter?.text ?? "")
        default: return refuse("\(letter) is no key here; / filters, ? shows the keys")
        }
    }

    private mutating func type(_ letter: Character) -> [BrowserEffect] {
        filter((level.filter?.text ?? "") + String(letter))
    }

    private mutating func backspace() -> [BrowserEffect] {
        guard isTyping, let filter = level.filter else { return close() }
        return filter.text.isEmpty ? clearFilter() : self.filter(String(filter.text.dropLast()))
    }

    private mutating func escape() -> [BrowserEffect] {
        level.filter == nil ? [.quit] : clearFilter()
    }

    private mutating func filter(_ text: String) -> [BrowserEffect] {
        let round = newToken()
        return level.setFilter(text, round: round) ? fetches() : []
    }

    private mutating func clearFilter() -> [BrowserEffect] {
        isTyping = false
        level.clearFilter(height: listHeight)
        return fetches() + prepared()
    }

    // MARK: Commands

    private mutating func enter(plays: Bool) -> [BrowserEffect] {
        guard let row = level.selection else { return [] }
        if row.isUnavailable { return refuse("\(row.title) is not available at the moment") }
        if row.isContainer { return open(row) }
        guard plays else { return [] }
        guard row.isPlayable else { return refuse("\(row.title) cannot be played") }
        return [.play(places(of: row), shuffle: nil, title: row.title)]
    }

    private mutating func command(_ letter: Character) -> [BrowserEffect] {
        guard "anps".contains(letter), let row = level.selection else { return [] }
        guard row.isPlayable else { return refuse("\(row.title) cannot be played as a whole; open it") }
        switch letter {
        case "a": return [.enqueue([row.identifier], EnqueueOptions(), title: row.title)]
        case "n": return [.enqueue([row.identifier], EnqueueOptions(isNext: true), title: row.title)]
        case "s": return [.play([row.identifier], shuffle: true, title: row.title)]
        default: return [.play(places(of: row), shuffle: nil, title: row.title)]
        }
    }

    private mutating func refuse(_ sentence: String) -> [BrowserEffect] {
        message = sentence
        return []
    }

    /// Returns the position of an item, by which its successors play as well, and its identifier in case the list has
    /// changed.
    private func places(of row: ContentRecord) -> [String] {
        guard let path = row.path, let revision = level.pages.revision else { return [row.identifier] }
        return ["\(path)@\(revision)", row.identifier]
    }
}
