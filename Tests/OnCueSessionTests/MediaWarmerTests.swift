// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Warming up what may play soon")
@MediaActor
struct MediaWarmerTests {
    /// Keeps everybody waiting until it knows where an item is.
    @MediaActor
    private final class SlowLocator: MediaLocating {
        let asked = EventLog<MediaLocation>()
        private var waiting: [CheckedContinuation<MediaLocation, Never>] = []

        @MediaActor
        func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                asked.append(location)
            }
        }

        func release(_ location: MediaLocation) {
            for continuation in waiting { continuation.resume(returning: location) }
            waiting = []
        }
    }

    private let directory: TemporaryDirectory
    private let warmer = MediaWarmer()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func file(_ name: String, bytes: Int) throws -> MediaLocation {
        location(try directory.write(name, [UInt8](repeating: 1, count: bytes)))
    }

    private func location(_ path: String) -> MediaLocation {
        MediaLocation(filePath: Array(path.utf8))
    }

    private func named(_ name: String) throws -> MediaLocation {
        try #require(MediaLocation(uri: "oncue://provided/org.example.Fake/" + name))
    }

    @Test("The beginning of a file is read, no more of a long one than is soon needed")
    func files() async throws {
        let sizes = [0, 1, MediaWarmer.length - 1, MediaWarmer.length, 4 * MediaWarmer.length]
        for (number, size) in sizes.enumerated() {
            let outcome = await warmer.warm(try file("\(number).flac", bytes: size), with: nil).value

            #expect(outcome == .success(min(size, MediaWarmer.length)))
        }
    }

    @Test("What is not there, or cannot be read, says so with its name, and harms nothing")
    func missing() async throws {
        let missing = location(directory.file("gone.flac"))
        let folder = location(try directory.makeDirectory("folder"))
        #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        let pipe = location(directory.file("pipe"))

        for (location, code) in [(missing, PlaybackError.Code.notFound), (folder, .failed), (pipe, .failed)] {
            guard case .failure(let error) = await warmer.warm(location, with: nil).value else {
                Issue.record("\(location) was read")
                continue
            }
            #expect(error.code == code)
            #expect(error.message.hasPrefix("cannot read \(location): "), "\(error.message)")
        }
        #expect(await warmer.warm(try file("a.flac", bytes: 5), with: nil).value == .success(5))
    }

    @Test("A named item is resolved and its file read; of an address only the name is resolved")
    func names() async throws {
        let locator = SlowLocator()
        let places = [
            (try file("a.flac", bytes: 5), 5), (try #require(MediaLocation(uri: "http://127.0.0.1:9/a.flac")), 0),
        ]
        for (place, count) in places {
            let asked = locator.asked.count
            let task = warmer.warm(try named("one"), with: locator)
            try await locator.asked.wait(count: asked + 1)
            locator.release(place)

            #expect(await task.value == .success(count))
        }
        let failing = await warmer.warm(try named("one"), with: FakeMediaLocator()).value
        #expect(throws: PlaybackError(.notFound, "there is nothing at \(try named("one"))")) { try failing.get() }
    }

    @Test("A newer one takes the place of an older one, which then reads nothing")
    func newer() async throws {
        let locator = SlowLocator()
        let old = warmer.warm(try named("old"), with: locator)
        try await locator.asked.wait(count: 1)

        let new = warmer.warm(try file("new.flac", bytes: 7), with: locator)
        #expect(await new.value == .success(7))
        locator.release(try file("old.flac", bytes: 5))

        #expect(await old.value == .success(0))
        #expect(old.isCancelled && !new.isCancelled)
    }
}
