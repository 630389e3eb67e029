// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

@testable import OnCueTerminal

extension BrowserEvent {
    static func key(_ key: Key) -> BrowserEvent { .terminal(.key(key)) }
    static func resized(_ screen: Screen) -> BrowserEvent { .terminal(.resized(screen)) }
}

/// Drives the editor of the queue like a person and a service that carries everything out.
struct QueueRig {
    static let start = ContinuousClock.now

    var model: QueueModel
    /// Numbers of the entries, in their order.
    var entries: [Int]
    var current: Int?
    var effects: [QueueEffect] = []
    /// Pages that the service has not answered yet, while it is slow.
    var waiting: [BrowserFetch] = []
    var isSlow = false
    var fetched = 0

    init(
        _ count: Int, current: Int? = nil, screen: Screen = Screen(isTerminal: true, width: 80, height: 13)
    ) {
        model = QueueModel(screen: screen, now: Self.start)
        entries = Array(1..<(count + 1))
        self.current = current
        serve(model.begin())
    }

    /// What is in view.
    var shown: [String] {
        (model.level.top..<model.level.top + model.listHeight).compactMap { model.level.row($0)?.title }
    }

    var selected: String? { model.level.selection?.title }

    mutating func send(_ event: QueueEvent) {
        effects = []
        serve(model.handle(event))
    }

    mutating func press(_ keys: Key...) {
        for key in keys { send(.terminal(.key(key))) }
    }

    mutating func type(_ text: String) {
        for letter in text { press(.character(letter)) }
    }

    mutating func serve(_ new: [QueueEffect]) {
        effects += new
        for effect in new {
            switch effect {
            case .fetch(let fetch):
                if isSlow { waiting.append(fetch) } else { answer(fetch) }
            case .edit(let action):
                carryOut(action)
                guard !isSlow else { continue }
                serve(model.handle(.edited("")))
                serve(model.handle(.changed))
            default: break
            }
        }
    }

    mutating func carryOut(_ action: QueueAction) {
        switch action {
        case .remove(let entry, _): entries.removeAll { String($0) == entry }
        case .move(let entry, let index):
            guard let number = Int(entry) else { return }
            entries.removeAll { $0 == number }
            entries.insert(number, at: min(index, entries.count))
        case .clear: entries = []
        case .undo: break
        }
    }

    mutating func answer(_ fetch: BrowserFetch) {
        fetched += 1
        let page = page(fetch)
        let event: QueueEvent =
            fetch.filter.map { .filtered(fetch, BrowserFilterStep(page.listing(), $0)) } ?? .page(fetch, page)
        serve(model.handle(event))
    }

    func page(_ fetch: BrowserFetch) -> QueuePage {
        QueuePage(
            offset: fetch.offset, total: entries.count, current: current.flatMap(entries.firstIndex),
            entries: entries.dropFirst(fetch.offset).prefix(fetch.limit).map {
                QueuePage.Entry(
                    id: PlaybackQueue.EntryID(UInt64($0)), identifier: "track:\($0)", title: "Song \($0)",
                    artist: "Ada", album: "Blue", duration: .seconds(60 + $0))
            })
    }
}
