// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSuggestions

@testable import SharedListening

/// Random numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

/// A machine on paper: it makes changes, forgets what was replaced or erased, and tells stretches of its logs.
struct PaperLog {
    let machine: String
    private(set) var logs: [String]
    private var through: [SharedStream: Int64] = [:]
    private var entries: [SharedStream: [SharedEntry]] = [:]

    init(_ number: Int) {
        machine = String(repeating: "\(number)", count: 64)
        logs = [String(repeating: "\(number)", count: 30) + "a0"]
    }

    static let titles = ["One", "Two", "Three", "Four"]

    static func item(_ title: String) -> ToldItem {
        var entry = HandedEntry(title: title)
        entry.duration = .seconds(100)
        return ToldItem(StableKey(hashing: title.utf8).identifier(.track), entry)
    }

    static let feeds = ["http://h.example/1", "http://h.example/2", "http://h.example/3"]

    static func podcast(_ address: String) -> ToldItem {
        var entry = HandedEntry(title: "Show")
        entry.address = address
        return ToldItem(StableKey(hashing: address.utf8).identifier(.podcast), entry)
    }

    private mutating func add(_ kind: SharedKind, _ time: Int64, _ change: SharedChange) {
        let stream = SharedStream(logs.last ?? "", kind)
        let number = (through[stream] ?? 0) + 1
        through[stream] = number
        if let register = change.register { entries[stream]?.removeAll { $0.change.register == register } }
        entries[stream, default: []].append(SharedEntry(number, at: time, change))
    }

    mutating func change(at time: Int64, _ random: inout SeededNumbers) {
        let item = Self.item(Self.titles.randomElement(using: &random) ?? "One")
        switch Int.random(in: 0..<16, using: &random) {
        case 0...4:
            let kinds: [JournalEntry.Kind] = [.started, .heard, .skipped, .finished, .stopped]
            add(
                .plays, time,
                .played(item, kinds.randomElement(using: &random) ?? .heard, position: 5, .user, song: nil))
        case 5, 6: add(.positions, time, .left(item, [nil, 1_000, 2_000].randomElement(using: &random) ?? nil))
        case 7, 8: add(.likes, time, .liked(item, Int.random(in: -1...1, using: &random)))
        case 9: add(.stars, time, .rated(item, Int.random(in: 0...10, using: &random)))
        case 10: erase(at: time, &random)
        case 11, 12: learn(item, at: time, &random)
        case 13, 14:
            let podcast = Self.podcast(Self.feeds.randomElement(using: &random) ?? "")
            add(.subscriptions, time, .subscribed(podcast, Bool.random(using: &random)))
        default:
            // As after a backup was restored.
            guard logs.count < 4 else { return }
            logs.append(String(logs[0].dropLast(2)) + "a\(logs.count)")
        }
    }

    /// Learns something, or what it has learnt before turns out to be open.
    private mutating func learn(_ item: ToldItem, at time: Int64, _ random: inout SeededNumbers) {
        let stream = SharedStream(logs.last ?? "", .learnt)
        if let last = entries[stream]?.last, case .learnt(let item, var donation) = last.change,
            Bool.random(using: &random)
        {
            donation.isOpen = true
            // If the later one is erased before it is told, nothing else would erase this one.
            add(.learnt, time, .erased(nil, [last.number...last.number]))
            add(.erasures, time, .removed(stream, [last.number...last.number]))
            return add(.learnt, last.time, .learnt(item, donation))
        }
        let moment = Moment(
            time: Double(time), hour: Double(time % 240) / 10, weekday: Int(time % 7), place: "home",
            device: Bool.random(using: &random) ? "Headset" : nil)
        let donation = Donation(
            .played, item.identifier.description, at: moment, choice: Bool.random(using: &random) ? moment : nil)
        let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
        let register = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        add(.learnt, time, .learnt(item, SharedDonation(register, donation)))
    }

    /// Erases a stretch of a log, an earlier one perhaps.
    private mutating func erase(at time: Int64, _ random: inout SeededNumbers) {
        let kind: SharedKind = [.plays, .positions, .learnt].randomElement(using: &random) ?? .plays
        let log = logs.randomElement(using: &random) ?? ""
        let stream = SharedStream(log, kind)
        guard let last = through[stream], last > 0 else { return }
        let first = kind != .positions ? Int64.random(in: 1...last, using: &random) : 1
        entries[stream]?.removeAll { entry in
            if case .erased = entry.change { return false }
            if case .removed = entry.change { return false }
            return (first...last).contains(entry.number)
        }
        add(kind, time, .erased(log == logs.last ? nil : log, [first...last]))
        add(.erasures, time, .removed(stream, [first...last]))
    }

    /// A stretch of each log as it is now, behind what is known elsewhere, of a random length.
    func parts(after have: [SharedStream: Int64], most: Int = .max) -> [SharedPart] {
        through.keys.sorted().compactMap { stream in
            let (after, end) = (have[stream] ?? 0, through[stream] ?? 0)
            guard after < end else { return nil }
            let list = (entries[stream] ?? []).filter { $0.number > after }
            let part = Array(list.prefix(most))
            return SharedPart(
                stream, after: after, through: part.count < list.count ? part.last?.number ?? after : end, part)
        }
    }

    func has(_ have: [SharedStream: Int64]) -> Bool { through.allSatisfy { have[$0.key] == $0.value } }
}
