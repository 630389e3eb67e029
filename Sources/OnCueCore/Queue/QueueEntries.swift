// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The entries of a queue: an array whose copies share common parts, so that an edit of a long queue is cheap, and so
/// is the difference from an earlier copy.
///
/// Entries are stored in runs of a few hundred, and an edit recreates only the runs that it affects.
package struct QueueEntries: Sendable {
    /// The runs, none of which is empty.
    private(set) var runs: [Run] = []
    /// The index after the end of each run.
    private var ends: [Int] = []

    package init() {}

    /// - Complexity: O(n).
    package init(_ entries: some Sequence<PlaybackQueue.Entry>) {
        runs = Run.divided(Array(entries)[...])
        countEnds(from: 0)
    }

    /// - Complexity: O(n).
    package var ids: [PlaybackQueue.EntryID] { runs.flatMap(\.ids) }

    /// Returns the position of an entry, or `nil` if it is not in the queue.
    ///
    /// - Complexity: O(n) at worst, over numbers only; near O(1) if later entries have larger numbers.
    package func index(of id: PlaybackQueue.EntryID) -> Int? {
        for (number, run) in runs.enumerated() where run.range.contains(id) {
            if let offset = run.ids.firstIndex(of: id) { return start(of: number) + offset }
        }
        return nil
    }

    /// - Complexity: O(log n).
    func id(at index: Int) -> PlaybackQueue.EntryID {
        let number = run(holding: index)
        return runs[number].ids[index - start(of: number)]
    }

    /// Returns the index at which a run begins.
    func start(of run: Int) -> Int { run == 0 ? 0 : ends[run - 1] }

    /// Returns the number of the run that contains an index; the number of runs for the end.
    private func run(holding index: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func countEnds(from first: Int) {
        ends.removeSubrange(first...)
        var end = ends.last ?? 0
        for run in runs[first...] {
            end += run.entries.count
            ends.append(end)
        }
    }
}

extension QueueEntries: RandomAccessCollection {
    package typealias Indices = Range<Int>

    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.last ?? 0 }

    /// - Complexity: O(log n).
    package subscript(index: Int) -> PlaybackQueue.Entry {
        let number = run(holding: index)
        precondition(index >= 0 && number < runs.count, "no entry stands at \(index)")
        return runs[number].entries[index - start(of: number)]
    }
}

extension QueueEntries: Equatable {
    /// - Complexity: O(1) for each run that both share.
    package static func == (left: QueueEntries, right: QueueEntries) -> Bool {
        guard left.count == right.count else { return false }
        let areShared = left.runs.count == right.runs.count && zip(left.runs, right.runs).allSatisfy { $0 === $1 }
        return areShared || left.elementsEqual(right)
    }
}

extension QueueEntries: ExpressibleByArrayLiteral {
    package init(arrayLiteral entries: PlaybackQueue.Entry...) { self.init(entries) }
}

// MARK: Changes

extension QueueEntries {
    /// - Complexity: O(m) for m new entries; the others cost almost nothing, as in every change.
    package mutating func append(contentsOf new: [PlaybackQueue.Entry]) { insert(contentsOf: new, at: count) }

    package mutating func insert(_ entry: PlaybackQueue.Entry, at index: Int) { insert(contentsOf: [entry], at: index) }

    package mutating func insert(contentsOf new: [PlaybackQueue.Entry], at index: Int) {
        precondition(0...count ~= index, "entries cannot be put at \(index) of \(count)")
        guard !new.isEmpty else { return }
        var number = run(holding: index)
        // Between two runs, new entries join the one before them as long as there is room.
        if number > 0, index == start(of: number), runs[number - 1].entries.count + new.count <= Run.limit {
            number -= 1
        }
        guard number < runs.count else { return replace(number..<number, with: new[...]) }
        let old = runs[number].entries
        let offset = index - start(of: number)
        replace(number..<number + 1, with: old[..<offset] + new + old[offset...])
    }

    @discardableResult
    package mutating func remove(at index: Int) -> PlaybackQueue.Entry {
        let number = run(holding: index)
        precondition(index >= 0 && number < runs.count, "no entry stands at \(index)")
        var rest = runs[number].entries
        let removed = rest.remove(at: index - start(of: number))
        replace(number..<number + 1, with: rest[...])
        return removed
    }

    /// Removes entries, as far as they are in the queue.
    ///
    /// - Complexity: O(n) at worst.
    package mutating func remove(_ ids: Set<PlaybackQueue.EntryID>) {
        guard let lowest = ids.min(), let highest = ids.max() else { return }
        runs = runs.compactMap { run in
            guard run.range.overlaps(lowest...highest), run.ids.contains(where: ids.contains) else { return run }
            return Run(run.entries.filter { !ids.contains($0.id) })
        }
        countEnds(from: 0)
    }

    /// Replaces some runs by entries; if there are few of them, a neighbour joins them, so that runs stay long.
    private mutating func replace(_ numbers: Range<Int>, with entries: ArraySlice<PlaybackQueue.Entry>) {
        var (numbers, entries) = (numbers, entries)
        if entries.count < Run.limit / 4, numbers.upperBound < runs.count {
            entries += runs[numbers.upperBound].entries
            numbers = numbers.lowerBound..<numbers.upperBound + 1
        } else if entries.count < Run.limit / 4, numbers.lowerBound > 0 {
            entries = runs[numbers.lowerBound - 1].entries + entries
            numbers = numbers.lowerBound - 1..<numbers.upperBound
        }
        runs.replaceSubrange(numbers, with: Run.divided(entries))
        countEnds(from: numbers.lowerBound)
    }
}
