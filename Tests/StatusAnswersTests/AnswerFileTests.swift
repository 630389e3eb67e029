// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport
import Testing

@testable import StatusAnswers

@Suite("The file with the answers")
struct AnswerFileTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.file(AnswerFile.name) }

    init() throws { folder = try TemporaryDirectory() }

    private static let sheet = AnswerSheet(
        version: "1", bus: "unix:path=/run/bus", times: AnswerTimes(time: .seconds(10)),
        answers: [PreparedAnswer(bytes: Array("■ stopped\n".utf8), gaps: [])])

    /// What a reader finds.
    private var found: AnswerSheet? { AnswerFile.sheet(in: folder.file("")) }

    @Test("What was written is read as long as the writer holds the file")
    func whole() throws {
        var file = AnswerFile(in: folder.file(""))
        #expect(file != nil && found == nil)
        file?.write(Self.sheet)
        #expect(found == Self.sheet)

        // As when the process is killed.
        file = nil
        #expect(access(path, F_OK) == 0)
        #expect(found == nil)
        // The next one takes the file over.
        file = AnswerFile(in: folder.file(""))
        #expect(file != nil && found == nil)
        file?.write(Self.sheet)
        #expect(found == Self.sheet)
    }

    @Test("Nothing is read between a change and the next answers, nor after the end")
    func changes() throws {
        let file = try #require(AnswerFile(in: folder.file("")))
        file.write(Self.sheet)

        file.invalidate()
        #expect(found == nil)
        file.write(Self.sheet)
        #expect(found != nil)
        file.remove()
        #expect(found == nil)
        #expect(access(path, F_OK) != 0)
        // What is written late is not found.
        file.write(Self.sheet)
        #expect(found == nil)
    }

    @Test("A shorter sheet after a longer one is read")
    func shorter() throws {
        let file = try #require(AnswerFile(in: folder.file("")))
        var long = Self.sheet
        long.answers.append(PreparedAnswer(bytes: [UInt8](repeating: 0x61, count: 5000), gaps: []))

        file.write(long)
        file.write(Self.sheet)

        #expect(found == Self.sheet)
    }

    @Test("Only one process keeps the file")
    func one() throws {
        let file = try #require(AnswerFile(in: folder.file("")))
        file.write(Self.sheet)

        #expect(AnswerFile(in: folder.file("")) == nil)
        #expect(found == Self.sheet)
    }

    @Test("A file that others can read or write, or that is a link, is not believed", arguments: [0o604, 0o620, 0o640])
    func mode(_ mode: Int) throws {
        let file = try #require(AnswerFile(in: folder.file("")))
        file.write(Self.sheet)

        chmod(path, mode_t(mode))
        #expect(found == nil)
        chmod(path, 0o600)
        #expect(found == Self.sheet)
        rename(path, folder.file("other"))
        symlink(folder.file("other"), path)
        #expect(found == nil)
        unlink(path)
        link(folder.file("other"), path)
        #expect(found == nil)
    }

    @Test("A file of another user is not believed", .enabled(if: getuid() == 0))
    func user() throws {
        let file = try #require(AnswerFile(in: folder.file("")))
        file.write(Self.sheet)

        chown(path, 65_534, gid_t.max)
        #expect(found == nil)
        chown(path, 0, gid_t.max)
        #expect(found == Self.sheet)
    }

    @Test("Nothing that is cut off, changed or of another format is believed")
    func damage() throws {
        let bytes = Self.sheet.bytes(mark: 7)
        #expect(AnswerSheet(bytes: bytes) == Self.sheet)
        #expect(AnswerSheet(bytes: bytes + [0, 1, 2]) == Self.sheet)

        for count in bytes.indices { #expect(AnswerSheet(bytes: Array(bytes.prefix(count))) == nil) }
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                #expect(AnswerSheet(bytes: damaged) == nil, "bit \(bit) of byte \(index)")
            }
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let count = Int.random(in: 0...200, using: &random)
            #expect(AnswerSheet(bytes: (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }) == nil)
        }
        #expect(AnswerSheet(bytes: Self.sheet.bytes(mark: 0)) == nil)
        // A later format has another name.
        var later = bytes
        later.replaceSubrange(0..<8, with: "OnCueAS2".utf8)
        #expect(AnswerSheet(bytes: later) == nil)
    }

    @Test("A program of another day reads it: who changes the content gives the format another number")
    func format() {
        let times = AnswerTimes(
            time: .seconds(10), position: .seconds(3), rate: 1, duration: .seconds(60), sleep: .milliseconds(1_500))
        let gap = PreparedAnswer.Gap(place: 2, filling: .sleepClock)
        let sheet = AnswerSheet(
            version: "1", bus: "bus", times: times, answers: [PreparedAnswer(bytes: [0x61, 0x62, 0x63], gaps: [gap])])
        let filling = UInt64(PreparedAnswer.Filling.sleepClock.rawValue)
        var wanted = Self.bytes(1) + [0x31] + Self.bytes(3) + Array("bus".utf8)
        wanted += Self.bytes(10_000_000, 3_000_000, (1.0).bitPattern, 60_000_000, 1_500_000, 1, 3) + [0x61, 0x62, 0x63]
        wanted += Self.bytes(1, 2, filling)

        let bytes = sheet.bytes(mark: 7)

        #expect(bytes.starts(with: Array("OnCueAS1".utf8) + Self.bytes(7) + Self.bytes(UInt64(bytes.count))))
        #expect(Array(bytes.dropFirst(32)) == wanted)
    }

    private static func bytes(_ numbers: UInt64...) -> [UInt8] {
        numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }

    @Test("A sheet whose sum is right and whose content is not is not believed")
    func forged() throws {
        var sheet = Self.sheet
        sheet.answers[0].gaps = [PreparedAnswer.Gap(place: 500, filling: .positionClock)]
        #expect(AnswerSheet(bytes: sheet.bytes(mark: 1)) == nil)
        sheet.answers[0].gaps = [
            PreparedAnswer.Gap(place: 3, filling: .positionClock), PreparedAnswer.Gap(place: 1, filling: .sleepClock),
        ]
        #expect(AnswerSheet(bytes: sheet.bytes(mark: 1)) == nil)
        sheet = Self.sheet
        sheet.times.rate = .nan
        #expect(AnswerSheet(bytes: sheet.bytes(mark: 1)) == nil)
        sheet = Self.sheet
        sheet.answers = Array(repeating: sheet.answers[0], count: 40)
        #expect(AnswerSheet(bytes: sheet.bytes(mark: 1)) == nil)
    }
}
