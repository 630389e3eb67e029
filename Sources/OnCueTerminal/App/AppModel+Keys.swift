// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery

/// Keys: typing, answering, and the actions of the table of keys.
extension AppModel {
    /// The longest query, in characters.
    private static let longestQuery = ContentQuery.lengthLimit

    mutating func press(_ key: Key) -> [AppEffect] {
        message = nil
        ahead = nil
        awaitsInfo = false
        if key == .control("c") { return [.quit] }
        if key == .control("z") { return [.suspend] }
        if case .mouse(let mouse) = key { return point(mouse) }
        if helpTop != nil { return scrollHelp(key) }
        if let prompt { return answer(prompt, key) }
        if isTyping, let effects = type(key) { return effects }
        if key == .escape { return escape() }
        if let action = action(of: key) { return perform(action) }
        guard case .character(let letter) = key else { return [] }
        return refuse("\(letter) is not a key here; ? shows the keys")
    }

    /// Returns the action of a key. Alt with a letter counts as that letter, so that it also works while typing.
    private func action(of key: Key) -> KeyAction? {
        if let action = keys.action(of: key.stroke) { return action }
        guard case .alt(let letter) = key else { return nil }
        return keys.action(of: Key.character(letter).stroke)
    }

    /// Shows the reason why a key has no effect.
    mutating func refuse(_ sentence: String) -> [AppEffect] {
        message = sentence
        return []
    }

    private mutating func scrollHelp(_ key: Key) -> [AppEffect] {
        let step: Int? =
            switch keys.action(of: key.stroke) {
            case .up: -1
            case .down: 1
            case .pageUp: -listHeight
            case .pageDown: listHeight
            default: nil
            }
        helpTop = step.map { min(max(0, (helpTop ?? 0) + $0), max(0, helpLines.count - listHeight)) }
        if helpTop == nil { info = nil }
        return []
    }

    /// The lines that replace the screen.
    var helpLines: [String] {
        switch info {
        case nil: KeyHelp.lines(self)
        case .lines(let lines): lines.flatMap { AppLines.wrapped($0, to: layout.width) }
        case .suggestion(let suggestion):
            WhyCommand.lines(suggestion, screen: Screen(isTerminal: true, width: screen.columns))
        }
    }

    // MARK: Typing

    /// Applies a key to the filter or the query.
    ///
    /// - Returns: `nil` for keys whose meaning is the same while typing, such as arrows.
    private mutating func type(_ key: Key) -> [AppEffect]? {
        switch key {
        case .character(let letter): return typed(typedText + String(letter))
        case .alt: return action(of: key).map { perform($0) } ?? []
        case .right where tab == .search: return completeQuery()
        case .up where tab == .search && (query.isEmpty || searches.index != nil): return recall(-1)
        case .down where tab == .search && searches.index != nil: return recall(1)
        case .backspace where typedText.isEmpty && tab == .search: return []
        case .backspace where typedText.isEmpty: return stopTyping(clears: true)
        case .backspace: return typed(String(typedText.dropLast()))
        case .control("u"): return typed("")
        case .control("w"): return typed(withoutLastWord(typedText))
        case .tab where tab == .search, .shiftTab where tab == .search: return nil
        case .tab: return stopTyping(clears: false)
        case .enter where tab == .search: return stopTyping(clears: false)
        default: return nil
        }
    }

    /// The text that is being typed.
    var typedText: String { tab == .search ? query : level.filter?.text ?? "" }

    private mutating func typed(_ text: String) -> [AppEffect] {
        searches.leave()
        return change(text)
    }

    /// Restores an older query, or a newer one.
    private mutating func recall(_ step: Int) -> [AppEffect]? {
        guard let text = searches.move(by: step) else {
            return step < 0 ? refuse(searches.all.isEmpty ? "no earlier searches" : "this is the oldest search") : []
        }
        return change(text)
    }

    private mutating func change(_ text: String) -> [AppEffect] {
        guard tab == .search else { return filter(text) }
        let text = String(text.prefix(Self.longestQuery))
        guard text != query else { return [] }
        query = text
        let hints: [AppEffect] = QueryCompletion.value(in: text) == nil ? [] : [.hint(query: text)]
        return with(.search) { $0.reset(title: "Search", source: .search(text)) } + hints
    }

    private func withoutLastWord(_ text: String) -> String {
        var words = text.split(separator: " ").map(String.init)
        words = words.dropLast()
        return words.map { $0 + " " }.joined()
    }

    /// Completes the query: to the next of the names found before, to the grey text, to names after a field, or to a
    /// field; `nil` if there is nothing to complete.
    private mutating func completeQuery() -> [AppEffect]? {
        if var completion, completion.query == query {
            completion.next()
            self.completion = completion
            return typed(completion.query)
        }
        if let hint = queryHint { return typed(hint.word) }
        if let value = QueryCompletion.value(in: query) {
            return [.complete(query: query, field: value.field, text: value.text)]
        }
        return QueryCompletion.field(query).map { typed($0) }
    }

    /// Stores the names that complete a query, unless another query has been typed meanwhile.
    mutating func complete(_ query: String, _ names: [String]) -> [AppEffect] {
        guard query == self.query, isTyping, tab == .search else { return [] }
        completion = QueryCompletion(query, names: names)
        return completion.map { typed($0.query) } ?? []
    }

    private mutating func stopTyping(clears: Bool) -> [AppEffect] {
        let effects = leaveQuery()
        isTyping = false
        return effects + (clears ? clearFilter() : [])
    }

    /// Remembers the query once it is no longer being typed.
    mutating func leaveQuery() -> [AppEffect] {
        guard tab == .search, isTyping, searches.add(query) else { return [] }
        return [.remember(query)]
    }

    private mutating func filter(_ text: String) -> [AppEffect] {
        tab == .queue ? queue.filter(text) : with(tab) { $0.filter(text) }
    }

    mutating func clearFilter() -> [AppEffect] {
        isTyping = false
        return tab == .queue ? queue.clearFilter() : with(tab) { $0.clearFilter() }
    }

    /// Starts typing.
    mutating func startTyping() -> [AppEffect] {
        guard tab != .now else { return show(.search) + startTyping() }
        isTyping = true
        if tab == .search {
            // The query belongs to the first list.
            let isDeep = (trees[.search]?.levels.count ?? 1) > 1
            let query = query
            return isDeep ? with(.search) { $0.reset(title: "Search", source: .search(query)) } : []
        }
        return filter(level.filter?.text ?? "")
    }

    private mutating func escape() -> [AppEffect] {
        if isTyping, tab == .search { return stopTyping(clears: false) }
        if level.filter != nil, tab != .now { return clearFilter() }
        if !level.marks.isEmpty {
            level.marks.clear()
            return []
        }
        now.cursor = nil
        return []
    }

    // MARK: Questions

    private mutating func answer(_ prompt: AppPrompt, _ key: Key) -> [AppEffect] {
        if case .notice(let row) = prompt.kind { return answer(row, key) }
        if prompt.takesOneKey {
            self.prompt = nil
            guard key == .character("y") || key == .character("Y") else { return [] }
            if case .confirm(let effects) = prompt.kind { return effects }
            return queue.edit(.clear)
        }
        switch key {
        case .enter: return finish(prompt)
        case .escape: self.prompt = nil
        case .character(let letter): self.prompt?.type(letter)
        case .backspace: self.prompt?.deleteLetter()
        case .control("u"): self.prompt?.clear()
        case .tab: self.prompt?.complete()
        default: break
        }
        return []
    }

    private mutating func finish(_ prompt: AppPrompt) -> [AppEffect] {
        self.prompt = nil
        let text = prompt.text.trimmed
        guard !text.isEmpty else { return [] }
        switch prompt.kind {
        case .confirm, .clearQueue, .notice: return []
        case .noticeText(let row, let action): return [.notice(.answer(row, action: action, text: text))]
        case .saveQueue: return [.item(.saveQueue(text))]
        case .newPlaylist(let folder): return [.item(.createPlaylist(text, folder: folder))]
        case .feed:
            if let effects = search(.podcasts, for: text) { return effects }
            message = "Subscribing to \(text) …"
            return [.item(.subscribe(text))]
        case .stationAddress:
            if let effects = search(.stations, for: text) { return effects }
            self.prompt = AppPrompt(.stationName(address: text), "Name of the station: ")
            return []
        case .stationName(let address): return [.item(.addStation(text, address: address))]
        case .renamePlaylist(let playlist): return [.item(.renamePlaylist(playlist, to: text))]
        case .renameStation(let station): return [.item(.renameStation(station, to: text))]
        case .stars(let places, let title): return rate(places, text, title)
        case .sleep: return sleep(text)
        case .dismissal(let id, let title):
            let reasons = DismissalReason.allCases.map(\.rawValue)
            guard let reason = DismissalReason(rawValue: prompt.matches.count == 1 ? prompt.matches[0] : text) else {
                // The matching reasons are shown, so that another letter can choose one.
                if prompt.matches.count > 1 {
                    self.prompt = prompt
                    return []
                }
                return refuse("\(text) is not a reason; type \(reasons.joined(separator: ", "))")
            }
            return [.item(.dismiss(id, reason, title: title))]
        case .playlist(let places, let title):
            level.marks.clear()
            return [.item(.addToPlaylist(places, playlist: text, title: title))]
        }
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
