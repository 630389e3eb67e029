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

    /// The first piece that is missing from one on, or else from the beginning; `nil` if none is.
    ///
    /// - Complexity: O(n) in the number of pieces.
    func next(from piece: Int) -> Int? {
        isHere[min(piece, isHere.count)...].firstIndex(of: false) ?? isHere.firstIndex(of: false)
    }
}
