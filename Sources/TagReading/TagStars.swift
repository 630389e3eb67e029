// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The ratings of a file's tags, which writers store on different scales.
struct TagStars {
    /// FMPS_RATING: a fraction of 1. Quod Libet's ratings are the same.
    private var fraction: Int?
    /// The byte of an ID3v2 popularimeter.
    private var popularimeter: Int?
    /// RATING: out of 1, 5, 10, 100 or 255, depending on the writer.
    private var rating: Int?

    /// Half stars; the most definite scale decides. `nil` if the file is not rated.
    var halves: Int? { fraction ?? popularimeter ?? rating }

    mutating func setFraction(_ text: TagText) { fraction = fraction ?? Self.fraction(text.text) }

    mutating func setPopularimeter(_ text: TagText) {
        popularimeter = popularimeter ?? Int(text.text).flatMap(Self.popularimeter)
    }

    mutating func setRating(_ text: TagText) { rating = rating ?? Self.rating(text.text) }

    private static func fraction(_ text: String) -> Int? {
        guard let value = Double(text), value > 0, value <= 1 else { return nil }
        return Int((value * 10).rounded())
    }

    /// The bytes that players write for half stars; others count as the nearest of them. 0 is "unknown".
    private static let bytes: [(byte: Int, halves: Int)] = [
        (1, 2), (13, 1), (54, 3), (64, 4), (118, 5), (128, 6), (186, 7), (196, 8), (242, 9), (255, 10),
    ]

    private static func popularimeter(_ byte: Int) -> Int? {
        guard (1...255).contains(byte) else { return nil }
        return bytes.min { abs($0.byte - byte) < abs($1.byte - byte) }?.halves
    }

    private static func rating(_ text: String) -> Int? {
        guard let value = Double(text.filter { $0 != "%" }), value > 0 else { return nil }
        // A fraction of 1 always has a point.
        if text.contains("."), value <= 1 { return Int((value * 10).rounded()) }
        switch value {
        case ...5: return Int((value * 2).rounded())
        case ...10: return Int(value.rounded())
        case ...100: return Int((value / 10).rounded())
        case ...255: return popularimeter(Int(value))
        default: return nil
        }
    }
}
