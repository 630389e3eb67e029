// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Hands out parts of a list to several threads, smaller ones towards the end, so that all threads finish together.
final class ChunkQueue: Sendable {
    private let files: [PlannedFile]
    /// The divisor of the rest that yields the size of a chunk.
    private let share: Int
    private let smallest: Int
    private let position = Mutex(0)

    /// - Parameter readers: The number of threads that share the list.
    init(_ files: [PlannedFile], readers: Int) {
        self.files = files
        share = readers * 4
        smallest = min(ChunkSize.first, max(16, files.count / share))
    }

    /// Returns the next files, or `nil` if none are left.
    func next(upTo size: Int) -> ArraySlice<PlannedFile>? {
        position.withLock { position in
            let rest = files.count - position
            guard rest > 0 else { return nil }
            let count = min(size, max(smallest, rest / share), rest)
            let chunk = files[position..<(position + count)]
            position += count
            return chunk
        }
    }

    /// Stops handing out files.
    func close() {
        position.withLock { $0 = files.count }
    }
}

/// The number of files in one transaction: as many as are read in a moment, because a large transaction costs less per
/// file, but few if reading is slow, so that the results appear soon.
struct ChunkSize: Sendable {
    /// The initial size.
    static let first = 250
    private static let limit = 2000
    private static let wanted = Duration.milliseconds(250)...Duration.seconds(1)

    private(set) var files = first

    /// Adjusts the size to the time that the last files took.
    mutating func note(_ time: Duration) {
        if time < Self.wanted.lowerBound {
            files = min(files * 2, Self.limit)
        } else if time > Self.wanted.upperBound {
            files = max(files / 2, Self.first)
        }
    }
}
