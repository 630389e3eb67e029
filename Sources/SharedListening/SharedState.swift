// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// One machine's knowledge of the logs of others, and the results that follow from it: a model with which stores must
/// agree.
///
/// Each stream is known completely up to a number. An entry that follows is taken, one that is known already changes
/// nothing, and one that would leave a gap waits until the gap is closed. So the state depends only on how far each log
/// is known, not on the order of the messages, their number or their repetition.
package struct SharedState: Sendable, Equatable {
    private struct Known: Sendable, Equatable {
        var through: Int64 = 0
        var entries: [Int64: SharedEntry] = [:]
        var erased = NumberRanges()

        mutating func erase(_ range: ClosedRange<Int64>) {
            erased.insert(range)
            entries = entries.filter { !range.contains($0.key) }
        }
    }

    private var known: [SharedStream: Known] = [:]

    package init() {}

    /// The last known number of each stream.
    package var have: [SharedStream: Int64] { known.mapValues(\.through).filter { $0.value > 0 } }

    /// Takes a part of a log.
    package mutating func take(_ part: SharedPart) {
        let have = known[part.stream, default: Known()].through
        guard part.after <= have else { return }
        for entry in part.entries where entry.number > have {
            if case .erased(let log, let ranges) = entry.change {
                let stream = SharedStream(log ?? part.stream.log, part.stream.kind)
                for range in ranges { known[stream, default: Known()].erase(range) }
            } else if case .removed(let stream, let ranges) = entry.change {
                guard let stream else { continue }
                for range in ranges { known[stream, default: Known()].erase(range) }
            } else if known[part.stream]?.erased.contains(entry.number) != true {
                add(entry, to: part.stream)
            }
        }
        known[part.stream, default: Known()].through = max(have, part.through)
    }

    private mutating func add(_ entry: SharedEntry, to stream: SharedStream) {
        if let register = entry.change.register, let entries = known[stream]?.entries {
            // The log itself replaces the earlier entry.
            for (number, earlier) in entries where earlier.change.register == register {
                known[stream]?.entries[number] = nil
            }
        }
        known[stream, default: Known()].entries[entry.number] = entry
    }

    // MARK: Results

    /// The plays of an item.
    package struct Plays: Sendable, Equatable {
        package var heard = 0
        package var skipped = 0
        package var entries = 0

        package init(heard: Int = 0, skipped: Int = 0, entries: Int = 0) {
            (self.heard, self.skipped, self.entries) = (heard, skipped, entries)
        }
    }

    /// Returns the plays of each item that is here.
    ///
    /// - Parameter resolve: Returns the identifier of an item here; `nil` if it is not here.
    package func plays(_ resolve: (ToldItem) -> ContentIdentifier?) -> [ContentIdentifier: Plays] {
        var plays: [ContentIdentifier: Plays] = [:]
        for known in known.values {
            for entry in known.entries.values {
                guard case .played(let item, let kind, _, _, _) = entry.change, let here = resolve(item) else {
                    continue
                }
                plays[here, default: Plays()].entries += 1
                if kind == .heard { plays[here, default: Plays()].heard += 1 }
                if kind == .skipped { plays[here, default: Plays()].skipped += 1 }
            }
        }
        return plays
    }

    /// Returns the donations for items that are here, by the names of logs and their registers.
    package func learnt(_ resolve: (ToldItem) -> ContentIdentifier?) -> [String: Donation] {
        var learnt: [String: Donation] = [:]
        for (stream, known) in known {
            for entry in known.entries.values {
                guard case .learnt(let item, let donation) = entry.change, let here = resolve(item) else { continue }
                learnt[stream.log + donation.register] = donation.donation(of: here, at: entry.time)
            }
        }
        return learnt
    }

    /// Returns the last change of each item that is here, by time; at the same time, that of the log with the higher
    /// name.
    package func last(
        _ kind: SharedKind, _ resolve: (ToldItem) -> ContentIdentifier?
    ) -> [ContentIdentifier: SharedChange] {
        var last: [ContentIdentifier: (entry: SharedEntry, log: String)] = [:]
        for (stream, known) in known where stream.kind == kind {
            for entry in known.entries.values {
                guard let here = entry.change.item.flatMap(resolve) else { continue }
                if let other = last[here],
                    (other.entry.time, other.log, other.entry.number) > (entry.time, stream.log, entry.number)
                {
                    continue
                }
                last[here] = (entry, stream.log)
            }
        }
        return last.mapValues(\.entry.change)
    }
}
