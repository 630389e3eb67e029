// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport

/// What a client that edits the queue knows of it by the answers that it got: simple lists, and nothing of the service.
struct KillLoopModel {
    struct Entry: Equatable {
        var number: UInt64
        var title: String
    }

    /// Where the current entry stood at a moment, since when it may have played on.
    struct Place {
        var position: Duration
        var instant: ContinuousClock.Instant
    }

    enum Edit {
        case play([String])
        case add([String], isNext: Bool)
        case remove(UInt64)
        case move(UInt64, to: Int)
        case clear
        case undo
        case playEntry(UInt64)
        case seek(Duration)
        case volume(Double)
        case repeatMode(String)
        case shuffle(Bool)
        /// Next, Previous, Pause or Resume.
        case steer(String)
    }

    var entries: [Entry] = []
    var nextNumber: UInt64 = 1
    /// The entries before each change that can be taken back.
    var earlier: [(entries: [Entry], isWholeQueue: Bool)] = []
    /// `nil` where the answers do not tell.
    var current: UInt64?
    var place: Place?
    var volume = 1.0
    var repeatMode = "off"
    var isShuffled = false

    mutating func apply(_ edit: Edit, at now: ContinuousClock.Instant) {
        switch edit {
        case .play(let titles):
            if entries.isEmpty {
                // What left the queue empty cannot be taken back once it is another one.
                while earlier.last?.isWholeQueue == false { earlier.removeLast() }
            }
            note(isWholeQueue: true)
            entries = make(titles)
            begin(entries.first?.number, at: now)
        case .add(let titles, let isNext):
            add(make(titles), isNext: isNext)
        case .remove(let number):
            note()
            entries.removeAll { $0.number == number }
            if number == current { forgetPlace() }
        case .move(let number, let index):
            note()
            let entry = entries.remove(at: entries.firstIndex { $0.number == number } ?? 0)
            entries.insert(entry, at: min(index, entries.count))
        case .clear:
            if !entries.isEmpty { note(isWholeQueue: true) }
            entries = []
            forgetPlace()
        case .undo:
            entries = earlier.popLast()?.entries ?? entries
            forgetPlace()
        case .playEntry(let number): begin(number, at: now)
        case .seek(let position): place = Place(position: position, instant: now)
        case .volume(let volume): self.volume = volume
        case .repeatMode(let mode): repeatMode = mode
        case .shuffle(let isOn): isShuffled = isOn
        case .steer(let method): if method == "Next" || method == "Previous" { forgetPlace() }
        }
    }

    private mutating func add(_ new: [Entry], isNext: Bool) {
        note()
        guard isNext, let index = entries.firstIndex(where: { $0.number == current }) else {
            if entries.isEmpty { forgetPlace() }
            entries += new
            return
        }
        entries.insert(contentsOf: new, at: index + 1)
    }

    private mutating func make(_ titles: [String]) -> [Entry] {
        titles.map { title in
            defer { nextNumber += 1 }
            return Entry(number: nextNumber, title: title)
        }
    }

    private mutating func begin(_ number: UInt64?, at now: ContinuousClock.Instant) {
        current = number
        place = Place(position: .zero, instant: now)
    }

    private mutating func note(isWholeQueue: Bool = false) {
        earlier = (earlier + [(entries, isWholeQueue)]).suffix(20)
    }

    mutating func forgetPlace() {
        current = nil
        place = nil
    }
}

extension KillLoopModel {
    /// An edit that can be made now.
    func randomEdit(_ files: [String], using random: inout SplitMix64) -> Edit {
        let entry = entries.randomElement(using: &random)?.number
        let some = (0..<Int.random(in: 1...3, using: &random)).map { _ in files.randomElement(using: &random) ?? "" }
        let index = Int.random(in: 0...entries.count, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .play(files)
        case 1...3 where entries.count < 40 && !entries.isEmpty && (current != nil || entries.isEmpty):
            return .add([some[0]], isNext: true)
        case 1...5 where entries.count < 40: return .add([some[0]], isNext: false)
        case 6, 7: if let entry { return .remove(entry) }
        case 8, 9: if let entry { return .move(entry, to: index) }
        case 10: if index == 0 { return .clear }
        case 11: if !earlier.isEmpty { return .undo }
        case 12: if let entry { return .playEntry(entry) }
        case 13, 14: return .seek(.seconds(Int.random(in: 0...150, using: &random)))
        case 15: return .volume(Double(Int.random(in: 0...100, using: &random)) / 100)
        case 16: return .repeatMode(["off", "all"].randomElement(using: &random) ?? "off")
        case 17: return .shuffle(Bool.random(using: &random))
        default: break
        }
        // With nothing in the queue, Resume begins with what the journal remembers, which is not in this model.
        if entries.isEmpty { return .steer("Pause") }
        return .steer(["Next", "Previous", "Pause", "Resume", "Resume"].randomElement(using: &random) ?? "Resume")
    }
}
