// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import TagReading

@Suite("Reading from several threads, and by odd names")
struct ConcurrentReadingTests {
    @Test(
        "eight tasks that read all files at once see what one sees, also when all want it quicker",
        arguments: [false, true])
    func readsConcurrently(isForMany: Bool) async throws {
        let names = try Fixture.names()
        let expected = names.map(Self.outcome)

        try await withThrowingTaskGroup(of: [Outcome].self) { group in
            for offset in 0..<8 {
                group.addTask { @concurrent in
                    if isForMany { TagReader.prepareForMany() }
                    // Each begins elsewhere, so that different formats meet.
                    var outcomes = [Outcome?](repeating: nil, count: names.count)
                    for _ in 0..<3 {
                        for step in names.indices {
                            let index = (step + offset * 7) % names.count
                            outcomes[index] = Self.outcome(names[index])
                        }
                    }
                    return outcomes.compactMap(\.self)
                }
            }
            for try await outcomes in group {
                #expect(outcomes == expected)
            }
        }
    }

    @Test(
        "names of any bytes",
        arguments: [
            [0x61, 0xFF, 0xFE, 0x2E, 0x6D, 0x70, 0x33], Array("line\nbreak '\"\\ .mp3".utf8), Array("Zwölf 🎵.MP3".utf8),
            [UInt8](repeating: 0x78, count: 255),
        ] as [[UInt8]])
    func readsOddNames(name: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        try FileBytes.write(try Fixture.bytes("full.mp3"), to: directory.file(name))

        #expect(try TagReader.tags(ofFileAt: directory.file(name)).title == "Zwölf Töne")
        #expect(try TagReader.picture(ofFileAt: directory.file(name)) != nil)
    }

    @Test("a message shows a path that is not UTF-8 with replacements")
    func showsOddNames() {
        let error = #expect(throws: TagReadError.self) {
            try TagReader.tags(ofFileAt: Array("/nowhere/".utf8) + [0xFF])
        }

        #expect(error?.message == "cannot read tags of \"/nowhere/\u{FFFD}\": there is no such file")
    }

    private struct Outcome: Sendable, Equatable {
        var tags: FileTags?
        var picture: EmbeddedPicture?
        var code: TagReadError.Code?
    }

    private static func outcome(_ name: String) -> Outcome {
        do {
            let path = Fixture.path(name)
            return Outcome(
                tags: try TagReader.tags(ofFileAt: path), picture: try TagReader.picture(ofFileAt: path), code: nil)
        } catch {
            return Outcome(tags: nil, picture: nil, code: error.code)
        }
    }
}
