// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueHandoff

/// The pieces of a file that are here. All have the same length, except the last.
struct PieceMap: Sendable, Equatable {
    /// The length of a piece in bytes.
    static let length = FilePiece.longest

    let size: Int
    private var isHere: [Bool]
    private var missing: Int

    /// - Parameter size: The size of the file in bytes, more than 0.
    init(size: Int) {
        self.size = size
        missing = (size + Self.length - 1) / Self.length
        isHere = Array(repeating: false, count: missing)
    }

    /// Creates the map of a file that is completely here.
    init(whole size: Int) {
        self.init(size: size)
        (isHere, missing) = (Array(repeating: true, count: isHere.count), 0)
    }

    /// The number of pieces.
    var count: Int { isHere.count }
    /// A 1 for each piece that is here, and a 0 for each that is missing.
    var flags: [UInt8] { isHere.map { $0 ? 1 : 0 } }

    var isWhole: Bool { missing == 0 }

    /// Returns the piece that contains an offset.
    func piece(at offset: Int) -> Int { offset / Self.length }

    func has(_ piece: Int) -> Bool { isHere[piece] }

    /// Returns the range of a piece's bytes.
    func range(of piece: Int) -> Range<Int> { piece * Self.length..<min((piece + 1) * Self.length, size) }

    mutating func insert(_ piece: Int) {
        guard !isHere[piece] else { return }
        isHere[piece] = true
        missing -= 1
    }

    /// Adds the pieces of another map of the same file.
    mutating func formUnion(_ other: PieceMap) {
        for (piece, isHere) in other.isHere.prefix(count).enumerated() where isHere { insert(piece) }
    }

    /// An upper bound on the number of missing bytes.
    var missingBytes: Int { min(size, missing * Self.length) }

    /// Returns the first missing piece at or after a piece, or else the first one from the beginning; `nil` if none is
    /// missing.
    ///
    /// - Parameter others: Pieces that are already on their way.
    /// - Complexity: O(n) in the number of pieces.
    func next(from piece: Int, without others: Set<Int> = []) -> Int? {
        let isWanted = { [isHere] (index: Int) in !isHere[index] && !others.contains(index) }
        return (min(piece, isHere.count)..<isHere.count).first(where: isWanted) ?? isHere.indices.first(where: isWanted)
    }
}
