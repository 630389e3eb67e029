// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A text with gaps for the times in it.
package struct PreparedAnswer: Sendable, Equatable {
    /// The value that fills a gap.
    package enum Filling: UInt8, Sendable, CaseIterable {
        /// A time in the form `1:23`.
        case positionClock = 1
        case sleepClock
        /// A JSON number.
        case positionSeconds, sleepSeconds

        func text(_ moment: AnswerTimes.Moment) -> String {
            switch self {
            case .positionClock: TimeDigits.clock(moment.position)
            case .sleepClock: TimeDigits.clock(moment.sleep)
            case .positionSeconds: TimeDigits.seconds(moment.position).description
            case .sleepSeconds: TimeDigits.seconds(moment.sleep).description
            }
        }
    }

    package struct Gap: Sendable, Equatable {
        /// The number of bytes before the gap.
        var place: Int
        var filling: Filling
    }

    /// The text without the contents of the gaps.
    var bytes: [UInt8]
    /// The gaps, in the order of their places.
    var gaps: [Gap]

    init(bytes: [UInt8], gaps: [Gap]) {
        self.bytes = bytes
        self.gaps = gaps
    }

    /// Finds the gaps by writing the text for several moments: they are where the texts differ. No other text, whatever
    /// it contains, is mistaken for a gap.
    ///
    /// - Parameters:
    ///   - position: The form in which the text contains the position.
    ///   - sleep: The form in which it contains the remaining time of the sleep timer.
    ///   - write: Returns the text for a moment.
    /// - Returns: `nil` if the text contains a time in a different form or twice.
    package init?(
        position: Filling, sleep: Filling, _ write: (AnswerTimes.Moment) -> String
    ) {
        // These times differ in their first and in their last digits.
        let (one, other) = (Duration.milliseconds(4_271_111), Duration.milliseconds(8_542_222))
        let sample = AnswerTimes.Moment(position: one, sleep: one)
        let text = Array(write(sample).utf8)
        var found: [(range: Range<Int>, filling: Filling)] = []
        for (moment, filling) in [
            (AnswerTimes.Moment(position: other, sleep: one), position),
            (AnswerTimes.Moment(position: one, sleep: other), sleep),
        ] {
            let changed = Array(write(moment).utf8)
            guard let range = Self.difference(text, changed) else { continue }
            let filled = text[..<range.lowerBound] + filling.text(moment).utf8 + text[range.upperBound...]
            guard filled.elementsEqual(changed) else { return nil }
            found.append((range, filling))
        }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        (bytes, gaps) = ([], [])
        var end = 0
        for (range, filling) in found {
            guard range.lowerBound >= end else { return nil }
            bytes += text[end..<range.lowerBound]
            gaps.append(Gap(place: bytes.count, filling: filling))
            end = range.upperBound
        }
        bytes += text[end...]
        guard self.text(at: sample).elementsEqual(text) else { return nil }
    }

    /// Returns the part of a text that differs from another text; `nil` if they are equal.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Range<Int>? {
        guard one != other else { return nil }
        let common = min(one.count, other.count)
        let start = (0..<common).first { one[$0] != other[$0] } ?? common
        let end = (0..<(common - start)).first { one[one.count - 1 - $0] != other[other.count - 1 - $0] }
        return start..<(one.count - (end ?? common - start))
    }

    /// Returns the text at a moment.
    func text(at moment: AnswerTimes.Moment) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 32)
        var end = 0
        for gap in gaps {
            text += bytes[end..<gap.place]
            text += gap.filling.text(moment).utf8
            end = gap.place
        }
        text += bytes[end...]
        return text
    }
}
