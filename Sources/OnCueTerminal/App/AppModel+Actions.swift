// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The actions of the table of keys.
extension AppModel {
    /// The changes made by one key press.
    private static let volumeStep = 0.05
    private static let seekStep = Duration.seconds(5)
    private static let farSeekStep = Duration.seconds(60)

    mutating func perform(_ action: KeyAction) -> [AppEffect] {
        if action.description.group == .items || action == .enter || action == .open, tab != .now,
            level.pages.total == nil, level.failure == nil, !level.source.isDirectory
        {
            // The action waits for the rows, except in a directory: its results were never seen before, and nothing is
            // subscribed to, added or played unseen.
            ahead = action
            return []
        }
        if let tab = AppTab(action) {
            if tab == self.tab, tab == .search { return startTyping() }
            return show(tab)
        }
        if let effects = performFound(action) { return effects }
        return move(action) ?? control(action) ?? act(action) ?? edit(action) ?? other(action)
    }

    private mutating func other(_ action: KeyAction) -> [AppEffect] {
        switch action {
        case .nextScreen: return show(tab.moved(by: 1))
        case .previousScreen: return show(tab.moved(by: -1))
        case .filter: return startTyping()
        case .panel:
            guard tab == .now else { return show(.now) }
            return switchPanel(by: 1)
        case .help: helpTop = 0
        case .info: return describe()
        case .why: return explain()
        case .answer: return askAboutNotice()
        case .redraw: return [.redraw]
        case .quit: return [.quit]
        default: break
        }
        return []
    }

    // MARK: Moving

    private mutating func move(_ action: KeyAction) -> [AppEffect]? {
        switch action {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -listHeight)
        case .pageDown: move(by: listHeight)
        case .first: move(by: -Int.max / 2)
        case .last: move(by: Int.max / 2)
        case .enter: enter()
        case .open: open()
        case .back: back()
        case .goToPlaying: goToPlaying()
        case .showInLibrary: showInLibrary()
        default: nil
        }
    }

    private mutating func move(by step: Int) -> [AppEffect] {
        if tab == .now {
            let count = now.count(coming: comingCount)
            guard count > 0 else { return [] }
            now.cursor = min(max(0, (now.cursor ?? now.current(report) ?? (step > 0 ? -1 : 0)) + step), count - 1)
            return []
        }
        return select(level.selected + step)
    }

    /// Selects a row of the list in view.
    mutating func select(_ index: Int) -> [AppEffect] {
        tab == .queue ? queue.move(to: index) : with(tab) { $0.move(to: index) }
    }

    /// The number of entries after the current one.
    var comingCount: Int {
        if isShuffled { return report?.next == nil ? 0 : 1 }
        return max(0, (report?.queueLength ?? 0) - (queue.playingIndex ?? -1) - 1)
    }

    /// Returns an entry after the current one, counted from 0.
    func coming(_ index: Int) -> ListRow? {
        guard isShuffled else { return queue.level.pages[(queue.playingIndex ?? -1) + 1 + index] }
        return report?.next.map { next in
            let record = ContentRecord(
                identifier: next.identifier, kind: "track", title: next.title,
                subtitle: next.artists.joined(separator: ", "), isPlayable: true)
            return ListRow(record, id: String(next.id.number))
        }
    }

    /// Whether the queue is not played in its own order; then only the next entry is known.
    private var isShuffled: Bool { report?.shuffleMode ?? .off != .off }

    /// Opens, plays or chooses the selected row.
    mutating func enter() -> [AppEffect] {
        switch tab {
        case .now: return enterPanel()
        case .queue: return level.selection.map { [.command(.playEntry(Self.entry($0)))] } ?? []
        default: break
        }
        if let openDirectory { return enterFound(openDirectory) }
        guard let row = level.selection else { return [] }
        switch tab {
        case .suggestions: return [.accept(row.id, title: row.title)]
        case .sound: return choose(row, step: 1)
        default: break
        }
        if row.isUnavailable { return refuse("\(row.title) is not available at the moment") }
        if row.isContainer { return open() }
        guard row.isPlayable else { return refuse("\(row.title) cannot be played") }
        return [.play(places(of: row), shuffle: nil, title: row.title)]
    }

    private mutating func enterPanel() -> [AppEffect] {
        guard let cursor = now.cursor else { return show(.queue) + queue.goToPlaying() }
        switch now.panel {
        case .coming:
            guard let row = coming(cursor) else { return [] }
            now.cursor = nil
            return [.command(.playEntry(Self.entry(row)))]
        case .lyrics:
            return now.lyrics.lines.dropFirst(cursor).first?.start.map { [.command(.seek(to: $0))] } ?? []
        case .chapters:
            now.cursor = nil
            return [.chapter(.index(cursor))]
        }
    }

    static func entry(_ row: ListRow) -> PlaybackQueue.EntryID { PlaybackQueue.EntryID(UInt64(row.id) ?? 0) }

    private mutating func open() -> [AppEffect] {
        switch tab {
        case .now: return switchPanel(by: 1)
        case .sound: return level.selection.map { choose($0, step: 1) } ?? []
        case .queue: return []
        default: break
        }
        guard let row = level.selection, row.isContainer else { return [] }
        if row.isUnavailable { return refuse("\(row.title) is not available at the moment") }
        let left = leaveQuery()
        isTyping = false
        return left + with(tab) { $0.open(row.record) }
    }

    mutating func back() -> [AppEffect] {
        switch tab {
        case .now: return switchPanel(by: -1)
        case .sound: return level.selection.map { choose($0, step: -1) } ?? []
        default: break
        }
        isTyping = false
        var isOutermost = false
        let effects = with(tab) { pane in
            let closed = pane.close()
            isOutermost = closed == nil
            return closed ?? []
        }
        guard isOutermost, let origin, origin.to == tab else { return effects }
        self.origin = nil
        return show(origin.from)
    }

    private mutating func switchPanel(by step: Int) -> [AppEffect] {
        guard report?.entry != nil else { return refuse("nothing is playing") }
        guard now.panels.count > 1 else { return refuse("this has neither lyrics nor chapters") }
        now.switchPanel(by: step)
        return []
    }

    /// Returns the position of an item, through which its successors play as well, and its identifier in case the list
    /// has changed.
    func places(of row: ListRow) -> [String] {
        guard let path = row.path, let revision = level.pages.revision else { return [row.identifier] }
        return ["\(path)@\(revision)", row.identifier]
    }

    // MARK: The current track, and the library

    private mutating func goToPlaying() -> [AppEffect] {
        switch tab {
        case .now:
            guard report?.entry != nil else { return refuse("nothing is playing") }
            now.cursor = nil
            return []
        case .queue:
            guard report?.entry != nil else { return refuse("nothing is playing") }
            return queue.goToPlaying()
        case .library: return locatePlaying()
        default: return show(.queue) + queue.goToPlaying()
        }
    }

    // MARK: Playing

    private mutating func control(_ action: KeyAction) -> [AppEffect]? {
        switch action {
        case .pause: [.command(.toggle)]
        case .next: [.command(.next)]
        case .previous: [.command(.previous)]
        case .seekForward: [.command(.seekBy(Self.seekStep))]
        case .seekBack: [.command(.seekBy(.zero - Self.seekStep))]
        case .seekFarForward: [.command(.seekBy(Self.farSeekStep))]
        case .seekFarBack: [.command(.seekBy(.zero - Self.farSeekStep))]
        case .nextChapter: [.chapter(.next)]
        case .previousChapter: [.chapter(.previous)]
        case .volumeUp: volume(by: Self.volumeStep)
        case .volumeDown: volume(by: -Self.volumeStep)
        case .mute: mute()
        case .shuffle: shuffle()
        case .repeatMode: repeatNext()
        case .loop: loopNext()
        case .single: toggleSingle()
        case .consume: toggleConsuming()
        case .sleep: askForSleep()
        default: nil
        }
    }

    mutating func volume(by step: Double) -> [AppEffect] {
        guard let report else { return [.command(.adjustVolume(step))] }
        message = "Volume \(Int((min(1, max(0, report.volume + step)) * 100).rounded()))%"
        return [.command(.adjustVolume(step))]
    }

    private mutating func mute() -> [AppEffect] {
        let isMuted = report?.isMuted ?? false
        message = isMuted ? "Not muted" : "Muted"
        return [.command(.setMuted(!isMuted))]
    }

    private mutating func shuffle() -> [AppEffect] {
        let isOn = report?.shuffleMode ?? .off != .off
        message = isOn ? "Shuffle off" : "Shuffle on"
        return [.command(.setShuffleMode(isOn ? .off : .tracks))]
    }

    private mutating func repeatNext() -> [AppEffect] {
        let modes = RepeatMode.allCases
        let index = modes.firstIndex(of: report?.repeatMode ?? .off) ?? 0
        let mode = modes[(index + 1) % modes.count]
        message = "Repeat \(mode.rawValue)"
        return [.command(.setRepeatMode(mode))]
    }

    /// Sets the start of the repeated part, then its end, then ends the repetition.
    private mutating func loopNext() -> [AppEffect] {
        guard let loop = report?.loop else { return [.command(.setLoop(.mark(.start)))] }
        return [.command(.setLoop(loop.end == nil ? .mark(.end) : .off))]
    }

    private mutating func toggleSingle() -> [AppEffect] {
        let isOn = report?.isSingle ?? false
        message = isOn ? "Single off" : "Single on: playback stops after each track"
        return [.command(.setSingle(!isOn))]
    }

    private mutating func toggleConsuming() -> [AppEffect] {
        let isOn = report?.isConsuming ?? false
        message = isOn ? "Consume off" : "Consume on: tracks leave the queue once they are played"
        return [.command(.setConsuming(!isOn))]
    }

    private mutating func askForSleep() -> [AppEffect] {
        let present = report?.sleep.map { "now " + SleepText.long($0) + "; " } ?? ""
        prompt = AppPrompt(.sleep, "Sleep timer (\(present)30m, track, queue or off): ")
        return []
    }

    mutating func sleep(_ text: String) -> [AppEffect] {
        guard let wish = SleepCommand.wish(text) else {
            return refuse("\(text) is not a time; type \(SleepCommand.expected)")
        }
        message = wish.map { "Playback will pause " + SleepText.long($0) } ?? "Sleep timer off"
        return [.command(.setSleep(wish))]
    }
}
