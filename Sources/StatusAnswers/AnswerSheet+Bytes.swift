// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The sheet as the content of a file.
///
/// A header of 32 bytes contains a name with the number of the format, a mark that is 0 while the answers may be wrong,
/// the total number of bytes, and a checksum of everything after the header. Numbers have eight bytes, lowest first; a
/// text follows its number of bytes.
extension AnswerSheet {
    static let headSize = 32
    static let placeOfMark = 8
    /// The size of the largest file that is read, in bytes.
    static let largest = 1 << 18
    private static let name = Array("OnCueAS1".utf8)

    /// Returns the content of a file.
    ///
    /// - Parameter mark: A number other than 0 that is different for each sheet.
    package func bytes(mark: UInt64) -> [UInt8] {
        var body = SheetWriter()
        body.add(version)
        body.add(bus)
        body.add(times.time)
        body.add(times.position)
        body.add(times.rate.bitPattern)
        body.add(times.duration ?? Self.none)
        body.add(times.sleep ?? Self.none)
        body.add(UInt64(answers.count))
        for answer in answers {
            body.add(answer.bytes)
            body.add(UInt64(answer.gaps.count))
            for gap in answer.gaps {
                body.add(UInt64(gap.place))
                body.add(UInt64(gap.filling.rawValue))
            }
        }
        var head = SheetWriter(bytes: Self.name)
        head.add(mark)
        head.add(UInt64(Self.headSize + body.bytes.count))
        head.add(Self.sum(of: body.bytes[...], mark))
        return head.bytes + body.bytes
    }

    /// Reads the content of a file; `nil` for anything but a complete and valid sheet.
    package init?(bytes: [UInt8]) {
        guard bytes.count >= Self.headSize, bytes.starts(with: Self.name) else { return nil }
        var head = SheetReader(bytes[Self.name.count..<Self.headSize])
        guard let mark = head.number(), mark != 0, let size = head.number(), let sum = head.number(),
            size >= UInt64(Self.headSize), size <= UInt64(bytes.count)
        else { return nil }
        // A previous, longer sheet may have left bytes at the end.
        let content = bytes[Self.headSize..<Int(size)]
        guard Self.sum(of: content, mark) == sum else { return nil }
        var body = SheetReader(content)
        guard let version = body.text(), let bus = body.text(), let times = body.times(),
            let count = body.number(), count <= 16
        else { return nil }
        self.init(version: version, bus: bus, times: times, answers: [])
        for _ in 0..<count {
            guard let answer = body.answer() else { return nil }
            answers.append(answer)
        }
        guard body.isAtEnd else { return nil }
    }

    /// The value for a time that is missing.
    fileprivate static let none = Duration.microseconds(-1)

    /// Returns the FNV-1a checksum, starting with the mark.
    private static func sum(of bytes: ArraySlice<UInt8>, _ mark: UInt64) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325 ^ mark) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

private struct SheetWriter {
    var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    /// Adds a time in microseconds.
    mutating func add(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        add(UInt64(bitPattern: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
    }

    mutating func add(_ text: [UInt8]) {
        add(UInt64(text.count))
        bytes += text
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }
}

private struct SheetReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest.removeFirst(8)
        return number
    }

    mutating func text() -> String? { bytes().flatMap { String(validating: $0, as: UTF8.self) } }

    mutating func times() -> AnswerTimes? {
        guard let time = span(), let position = span(), let rate = number().map({ Double(bitPattern: $0) }),
            let duration = span(), let sleep = span(), rate >= 0, rate <= 100
        else { return nil }
        return AnswerTimes(
            time: time, position: position, rate: rate, duration: duration == AnswerSheet.none ? nil : duration,
            sleep: sleep == AnswerSheet.none ? nil : sleep)
    }

    mutating func answer() -> PreparedAnswer? {
        guard let bytes = bytes(), let count = number(), count <= 16 else { return nil }
        var answer = PreparedAnswer(bytes: Array(bytes), gaps: [])
        for _ in 0..<count {
            let least = UInt64(answer.gaps.last?.place ?? 0)
            guard let place = number(), (least...UInt64(bytes.count)).contains(place),
                let filling = number().flatMap({ UInt8(exactly: $0) }).flatMap(PreparedAnswer.Filling.init)
            else { return nil }
            answer.gaps.append(PreparedAnswer.Gap(place: Int(place), filling: filling))
        }
        return answer
    }

    private mutating func span() -> Duration? { number().map { .microseconds(Int64(bitPattern: $0)) } }

    private mutating func bytes() -> ArraySlice<UInt8>? {
        guard let count = number(), count <= UInt64(rest.count) else { return nil }
        defer { rest.removeFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
