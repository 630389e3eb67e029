// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueHandoff

/// Which pieces of a file are here. All are of the same length, but the last.
struct PieceMap: Sendable, Equatable {
    /// In bytes.
    static let length = FilePiece.longest

    let size: Int
    private var isHere: [Bool]
    private var missing: Int

    /// - Parameter size: Of the file in bytes, more than 0.
    init(size: Int) {
        self.size = size
        missing = (size + Self.length - 1) / Self.length
        isHere = Array(repeating: false, count: missing)
    }

    /// Of a file of which all is here.
    init(whole size: Int) {
        self.init(size: size)
        (isHere, missing) = (Array(repeating: true, count: isHere.count), 0)
    }

    /// The number of pieces.
    var count: Int { isHere.count }
    /// For each piece 1 if it is here, and else 0.
    var flags: [UInt8] { isHere.map { $0 ? 1 : 0 } }

    var isWhole: Bool { missing == 0 }

    /// The piece in which an offset is.
    func piece(at offset: Int) -> Int { offset / Self.length }

    func has(_ piece: Int) -> Bool { isHere[piece] }

    /// The bytes of a piece.
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

    /// The bytes that are missing, at most.
    var missingBytes: Int { min(size, missing * Self.length) }

    /// The first piece that is missing from one on, or else from the beginning; `nil` if none is.
    ///
    /// - Parameter others: Pieces that are on their way.
    /// - Complexity: O(n) in the number of pieces.
    func next(from piece: Int, without others: Set<Int> = []) -> Int? {
        let isWanted = { [isHere] (index: Int) in !isHere[index] && !others.contains(index) }
        return (min(piece, isHere.count)..<isHere.count).first(where: isWanted) ?? isHere.indices.first(where: isWanted)
    }
}
