// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Parts of a file in memory, at most ``limit`` bytes of them: those near the place being read, and its beginning.
struct ByteCache {
    /// The largest number of bytes kept.
    static let limit = 6 << 20
    /// The length of the head of a file, which is always kept, since readers return to it.
    private static let headLength = 256 << 10
    /// The length kept of a file whose reader never goes back.
    private static let behindLength = 64 << 10

    private struct Piece {
        var start: Int
        var bytes: [UInt8]
        var end: Int { start + bytes.count }
    }

    /// By their starts; they may overlap.
    private var pieces: [Piece] = []
    private(set) var count = 0
    /// Whether the reader may go back.
    var mayGoBack = true

    /// Adds bytes, and forgets the ones that are farthest from `place` when there are too many.
    ///
    /// - Complexity: O(n) in the number of pieces.
    mutating func add(_ bytes: [UInt8], at start: Int, near place: Int) {
        guard !bytes.isEmpty else { return }
        let index = pieces.firstIndex { $0.start > start } ?? pieces.count
        pieces.insert(Piece(start: start, bytes: bytes), at: index)
        count += bytes.count
        while !mayGoBack, let first = pieces.first, first.end + Self.behindLength < place {
            count -= pieces.removeFirst().bytes.count
        }
        while count > Self.limit, let last = pieces.indices.max(by: { distance($0, place) < distance($1, place) }) {
            count -= pieces.remove(at: last).bytes.count
        }
    }

    private func distance(_ index: Int, _ place: Int) -> Int {
        let piece = pieces[index]
        if piece.end <= Self.headLength { return 0 }
        return piece.end <= place ? place - piece.end : max(0, piece.start - place)
    }

    /// Copies the bytes from `offset` up to the first gap; returns their number.
    func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done < buffer.count, let piece = piece(with: offset + done) {
            let begin = offset + done - piece.start
            let length = min(piece.bytes.count - begin, buffer.count - done)
            unsafe piece.bytes.withUnsafeBytes { bytes in
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[begin..<(begin + length)]))
            }
            done += length
        }
        return done
    }

    /// The number of bytes that are there without a gap from `offset` on.
    func lead(from offset: Int) -> Int {
        var place = offset
        while let piece = piece(with: place) { place = piece.end }
        return place - offset
    }

    private func piece(with offset: Int) -> Piece? {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        // Pieces may overlap, so the one that begins last before the offset need not be the one that has it.
        var index = low - 1
        while index >= 0, low - index <= 4 {
            if pieces[index].end > offset { return pieces[index] }
            index -= 1
        }
        return nil
    }
}
