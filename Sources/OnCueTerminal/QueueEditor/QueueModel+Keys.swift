// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

extension QueueModel {
    /// In characters.
    private static let longestName = 100

    mutating func press(_ key: Key) -> [QueueEffect] {
        message = nil
        if key == .control("c") { return [.quit] }
        if key == .control("z") { return [.suspend] }
        if showsKeys {
            showsKeys = false
            return []
        }
        if let prompt { return answer(prompt, key) }
        switch key {
        case .up, .alt("k"), .control("p"): return go(to: level.selected - 1)
        case .down, .alt("j"), .control("n"): return go(to: level.selected + 1)
        case .pageUp: return go(to: level.selected - listHeight)
        case .pageDown: return go(to: level.selected + listHeight)
        case .home: return go(to: 0)
        case .end: return go(to: level.count - 1)
        case .shiftUp: return move(by: -1)
        case .shiftDown: return move(by: 1)
        case .enter: return level.selection.map { [.play($0.identifier)] } ?? []
        case .delete: return remove()
        case .escape: return escape()
        case .character(let letter): return isTyping ? type(letter) : command(letter)
        case .backspace: return backspace()
        case .tab:
            isTyping = level.filter != nil && !isTyping
            return []
        case .control("u"): return isTyping ? filter("") : []
        case .left, .right, .alt, .control: return []
        }
    }

    private mutating func go(to index: Int) -> [QueueEffect] {
        level.select(index, height: listHeight)
        return fetches()
    }

    private mutating func command(_ letter: Character) -> [QueueEffect] {
        switch letter {
        case "j": return go(to: level.selected + 1)
        case "k": return go(to: level.selected - 1)
        case "J": return move(by: 1)
        case "K": return move(by: -1)
        case "d": return remove()
        case "u": return edit(.undo)
        case ".": return goToPlaying()
        case "c": if level.pages.total ?? 0 > 0 { prompt = .clear }
        case "s": if level.pages.total ?? 0 > 0 { prompt = .save("") }
        case "/":
            isTyping = true
            return filter(level.filter?.text ?? "")
        case " ": return [.toggle]
        case "?": showsKeys = true
        case "q": return [.quit]
        default: break
        }
        return []
    }

    /// Selects the playing entry.
    private mutating func goToPlaying() -> [QueueEffect] {
        guard level.filter == nil, let index = playingIndex else { return [] }
        level.top = max(0, min(index - listHeight / 2, level.count - listHeight))
        return go(to: index)
    }

    // MARK: Edits

    private mutating func edit(_ action: QueueAction) -> [QueueEffect] {
        keepBase()
        edits += 1
        // Pages that are under way are older than this.
        round = newNumber()
        return [.edit(action)]
    }

    private mutating func move(by step: Int) -> [QueueEffect] {
        if level.filter != nil {
            message = "entries can be moved only in the unfiltered queue; press Esc to clear the filter"
            return []
        }
        let target = level.selected + step
        guard (0..<level.count).contains(target), let row = level.selection else { return [] }
        keepBase()
        level.pages.swap(level.selected, target)
        level.select(target, height: listHeight)
        return edit(.move(row.identifier, to: target))
    }

    private mutating func remove() -> [QueueEffect] {
        guard let row = level.selection else { return [] }
        keepBase()
        if level.filter != nil {
            level.filtering?.drop(row.identifier)
        } else {
            level.pages.remove(level.selected)
        }
        level.select(level.selected, height: listHeight)
        return edit(.remove(row.identifier, title: row.title))
    }

    // MARK: Questions

    private mutating func answer(_ prompt: Prompt, _ key: Key) -> [QueueEffect] {
        switch (prompt, key) {
        case (.clear, .character("y")), (.clear, .character("Y")):
            self.prompt = nil
            return edit(.clear)
        case (.save(let name), .enter):
            self.prompt = nil
            return name.allSatisfy(\.isWhitespace) ? [] : [.save(name)]
        case (.save(let name), .character(let letter)):
            self.prompt = .save(String((name + String(letter)).prefix(Self.longestName)))
        case (.save(let name), .backspace): self.prompt = .save(String(name.dropLast()))
        case (.save, .control("u")): self.prompt = .save("")
        case (.save, .escape), (.clear, _): self.prompt = nil
        default: break
        }
        return []
    }

    // MARK: The filter

    private mutating func type(_ letter: Character) -> [QueueEffect] {
        filter((level.filter?.text ?? "") + String(letter))
    }

    private mutating func backspace() -> [QueueEffect] {
        guard isTyping, let filter = level.filter else { return [] }
        return filter.text.isEmpty ? clearFilter() : self.filter(String(filter.text.dropLast()))
    }

    private mutating func escape() -> [QueueEffect] {
        level.filter == nil ? [.quit] : clearFilter()
    }

    private mutating func filter(_ text: String) -> [QueueEffect] {
        let number = newNumber()
        return level.setFilter(text, round: number) ? fetches() : []
    }

    private mutating func clearFilter() -> [QueueEffect] {
        isTyping = false
        level.clearFilter(height: listHeight)
        return fetches()
    }
}
