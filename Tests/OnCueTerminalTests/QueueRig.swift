// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

@testable import OnCueCore
@testable import OnCueTerminal

extension AppEvent {
    static func key(_ key: Key) -> AppEvent { .terminal(.key(key)) }
    static func resized(_ screen: Screen) -> AppEvent { .terminal(.resized(screen)) }
}

/// Drives the editor of the queue like a person and a service that carries everything out.
struct QueueRig {
    static let start = ContinuousClock.now

    var model: AppModel
    /// Numbers of the entries, in their order.
    var entries: [Int]
    var current: Int?
    var effects: [AppEffect] = []
    /// Pages that the service has not answered yet, while it is slow.
    var waiting: [ListFetch] = []
    var isSlow = false
    var fetched = 0
    /// How many entries were fetched.
    var fetchedRows = 0
    /// Changes of the queue so far, which the service remembers.
    var changes: [QueueChange] = []
    private var noted: [Int]

    init(
        _ count: Int, current: Int? = nil, screen: Screen = Screen(isTerminal: true, width: 80, height: 14)
    ) {
        model = AppModel(.queue, screen: screen, now: Self.start)
        entries = Array(1..<(count + 1))
        self.current = current
        noted = entries
        serve(model.begin())
    }

    /// What is in view.
    var shown: [String] {
        (model.level.top..<model.level.top + model.listHeight).compactMap { model.level.row($0)?.title }
    }

    var selected: String? { model.level.selection?.title }

    mutating func send(_ event: AppEvent) {
        effects = []
        serve(model.handle(event))
    }

    mutating func press(_ keys: Key...) {
        for key in keys { send(.terminal(.key(key))) }
    }

    mutating func type(_ text: String) {
        for letter in text { press(.character(letter)) }
    }

    mutating func serve(_ new: [AppEffect]) {
        effects += new.filter { $0 != .queueTime }
        for effect in new {
            switch effect {
            case .fetch(let fetch) where fetch.tab == .queue:
                if isSlow { waiting.append(fetch) } else { answer(fetch) }
            case .compare(let revision): serve(model.handle(.queue(.compared(answer(since: revision)))))
            case .edit(let action):
                carryOut(action)
                guard !isSlow else { continue }
                serve(model.handle(.queue(.edited(""))))
                serve(model.handle(.queue(.changed)))
            default: break
            }
        }
    }

    mutating func carryOut(_ action: QueueAction) {
        switch action {
        case .remove(let numbers, _): entries.removeAll { numbers.contains(String($0)) }
        case .move(let entry, let index):
            guard let number = Int(entry) else { return }
            entries.removeAll { $0 == number }
            entries.insert(number, at: min(index, entries.count))
        case .moveSeveral(let moved, let index):
            let numbers = moved.compactMap(Int.init)
            let chosen = entries.filter(numbers.contains)
            entries.removeAll(where: numbers.contains)
            entries.insert(contentsOf: chosen, at: min(index, entries.count))
        case .clear: entries = []
        case .undo, .redo: break
        }
    }

    var revision: UInt64 { changes.last?.revision ?? 1 }

    /// Gives what has changed since the last time a revision, as the service does.
    mutating func note() {
        guard entries != noted else { return }
        func list(_ numbers: [Int]) -> QueueEntries {
            QueueEntries(numbers.map { PlaybackQueue.Entry(id: .init(UInt64($0)), track: Self.track) })
        }
        changes.append(
            QueueChange(
                base: revision, revision: revision + 1, total: entries.count,
                difference: QueueDifference(from: list(noted), to: list(entries))))
        noted = entries
    }

    private static let track = Track(
        identifier: ContentIdentifier(kind: .track, key: "x"), location: MediaLocation(filePath: Array("/x".utf8)),
        title: "x")

    private mutating func answer(since revision: UInt64) -> QueueChanges {
        note()
        let first = changes.firstIndex { $0.base == revision }
        let found = revision == self.revision ? [] : first.map { Array(changes[$0...]) }
        return QueueChanges(revision: self.revision, total: entries.count, changes: found)
    }

    /// Tells the last change as the service does.
    mutating func signal() {
        note()
        if let change = changes.last { send(.queue(.difference(change))) }
    }

    mutating func answer(_ fetch: ListFetch) {
        fetched += 1
        let page = page(fetch)
        fetchedRows += page.entries.count
        let event: AppEvent =
            fetch.filter.map { .filtered(fetch, ListFilterStep(page.rows(), $0)) } ?? .queue(.page(fetch, page))
        serve(model.handle(event))
    }

    mutating func page(_ fetch: ListFetch) -> QueuePage {
        note()
        var page = QueuePage(
            offset: fetch.offset, total: entries.count, current: current.flatMap(entries.firstIndex),
            entries: entries.dropFirst(fetch.offset).prefix(fetch.limit).map {
                QueuePage.Entry(
                    id: PlaybackQueue.EntryID(UInt64($0)), identifier: "track:\($0)", title: "Song \($0)",
                    artist: "Ada", album: "Blue", duration: .seconds(60 + $0))
            })
        page.revision = revision
        return page
    }
}
