// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import HTTPClient

@MediaActor
@Suite("Files on web servers that are read from any place", .timeLimit(.minutes(5)))
struct RemoteFileTests {
    private nonisolated static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 9)) }

    private let client = HTTPClient(userAgent: "OnCueTests", timeout: .seconds(20))
    private let reader = BlockingExecutor(label: "oncue.tests.reader")

    private func read(_ file: RemoteFile, at offset: Int, _ count: Int) async -> (RemoteRead, [UInt8]) {
        await reader.run {
            var bytes = [UInt8](repeating: 0, count: count)
            let outcome = bytes.withUnsafeMutableBytes { file.read(at: offset, into: $0, whole: true) }
            guard case .bytes(let length) = outcome else { return (outcome, []) }
            return (outcome, Array(bytes.prefix(length)))
        }
    }

    private func expect(_ file: RemoteFile, at offset: Int, _ count: Int) async {
        let (outcome, bytes) = await read(file, at: offset, count)
        #expect(bytes == Array(Self.content[offset..<min(offset + count, Self.content.count)]), "\(outcome)")
    }

    private func serve(
        _ change: @escaping @Sendable (HTTPServer.Request, inout HTTPServer.Response) -> Void = { _, _ in }
    ) throws -> HTTPServer {
        try HTTPServer { request in
            var response = HTTPServer.file(Self.content, tag: "\"a\"", for: request)
            change(request, &response)
            return response
        }
    }

    @Test("Every byte is there, in order, and then the end")
    func sequence() async throws {
        let server = try serve()
        let file = RemoteFile(server.address + "/file", client: client)

        let facts = try await file.open()

        #expect(facts.size == Self.content.count)
        #expect(facts.canJump)
        for offset in stride(from: 0, to: Self.content.count, by: 70_000) { await expect(file, at: offset, 70_000) }
        #expect(await read(file, at: Self.content.count, 10).0 == .end)
        #expect(server.requests.count == 1)
    }

    @Test("A jump asks for the place, and what was read is not asked for again")
    func jumps() async throws {
        let server = try serve()
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()
        await expect(file, at: 0, 4_096)

        await expect(file, at: 2_999_000, 1_000)
        await expect(file, at: 2_000_000, 30_000)
        await expect(file, at: 1_995_000, 30_000)
        await expect(file, at: 4_096, 10_000)

        let starts = server.requests.map(\.start)
        #expect(starts.first == 0)
        #expect(starts.count == 3, "\(starts)")
        #expect(starts.dropFirst().allSatisfy { $0 > 1_900_000 }, "\(starts)")
    }

    @Test("What nobody reads is not fetched")
    func readsAhead() async throws {
        let server = try serve { _, response in response.body += [UInt8](repeating: 1, count: 20_000_000) }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()
        await expect(file, at: 0, 10_000)

        await expect(file, at: 100_000, 10_000)

        // A quarter of a megabyte, and what sockets hold.
        #expect(file.received < 1_000_000)
        #expect(file.lead > 0)
    }

    @Test("A connection that breaks is replaced by one that goes on at the next byte")
    func breaks() async throws {
        let server = try serve { request, response in
            response.body = Array(response.body.prefix(request.start == 0 ? 500_000 : 900_000))
        }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()

        for offset in stride(from: 0, to: Self.content.count, by: 100_000) { await expect(file, at: offset, 100_000) }

        #expect(server.requests.map(\.start).contains(500_000), "\(server.requests.map(\.start))")
    }

    @Test("A connection that stands still is replaced after three seconds")
    func standsStill() async throws {
        let server = try serve { request, response in
            guard request.start == 0 else { return }
            response.body = Array(response.body.prefix(300_000))
            response.isHeldOpen = true
        }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()
        let start = ContinuousClock.now

        await expect(file, at: 0, 400_000)

        #expect(ContinuousClock.now - start > .milliseconds(2_900))
        #expect(server.requests.dropFirst().allSatisfy { $0.start >= 280_000 })
    }

    @Test("A slow server is not taken for one that stands still")
    func slow() async throws {
        let server = try serve { _, response in response.byteRate = 60_000 }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()

        await expect(file, at: 0, 270_000)

        #expect(server.requests.count == 1)
    }

    @Test("A server without ranges is read in order, and says that it cannot be jumped in")
    func withoutRanges() async throws {
        let server = try HTTPServer { _ in HTTPServer.Response(200, [], Self.content) }
        let file = RemoteFile(server.address + "/file", client: client)

        let facts = try await file.open()

        #expect(!facts.canJump)
        #expect(facts.size == Self.content.count)
        await expect(file, at: 0, 300_000)
        guard case .failed(let error) = await read(file, at: 2_900_000, 10).0 else {
            Issue.record("it has jumped")
            return
        }
        #expect(error.code == .cannotJump)
    }

    @Test("A file that was changed meanwhile is an error, not a mixture")
    func changes() async throws {
        let server = try HTTPServer { request in
            HTTPServer.file(Self.content, tag: request.start == 0 ? "\"a\"" : "\"b\"", for: request)
        }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()

        guard case .failed(let error) = await read(file, at: 2_000_000, 10).0 else {
            Issue.record("it went on")
            return
        }
        #expect(error.code == .changed)
    }

    @Test("A server that has less than it said ends where it ends")
    func isShort() async throws {
        let server = try serve { request, response in
            response.promised = response.body.count + 50_000
        }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()
        let end = Self.content.count

        await expect(file, at: end - 100, 100)
        #expect(await read(file, at: end, 10).0 == .end)

        #expect(file.isShort)
        #expect(file.size == end)
    }

    @Test("An answer that is an error has its number", arguments: [404, 403, 503])
    func statuses(status: Int) async throws {
        let server = try HTTPServer { _ in HTTPServer.Response(status) }

        let error = await #expect(throws: HTTPError.self) {
            try await RemoteFile(server.address + "/file", client: client).open()
        }

        #expect(error?.status == status)
    }

    @Test("Whoever waits can be interrupted, and goes on afterwards")
    func interrupts() async throws {
        let server = try serve { request, response in
            response.pauses = [.init(before: 200_000, length: .seconds(2))]
        }
        let file = RemoteFile(server.address + "/file", client: client)
        _ = try await file.open()
        await expect(file, at: 0, 150_000)

        async let waiting = read(file, at: 150_000, 100_000)
        await Task.yield()
        file.interrupt(true)

        let outcome = await waiting.0
        #expect(outcome == .interrupted || outcome == .bytes(100_000))
        file.interrupt(false)
        await expect(file, at: 150_000, 100_000)
    }

    @Test("An address that a document of the internet named must be on the internet when it is asked")
    func linked() async throws {
        let server = try serve()
        let address = server.address + "/file"
        client.linkedHosts.insert(address)
        #expect(client.linkedHosts.contains(address))

        let error = await #expect(throws: HTTPError.self) {
            try await RemoteFile(address, from: "", client: client).open()
        }

        #expect(error?.code == .privateLink)
        #expect(server.requests.isEmpty)
    }
}

@Suite("Titles between the sound of a station")
struct StationMetadataTests {
    @Test(
        "The title is what stands between the quotes, whatever it has in it",
        arguments: [
            ("StreamTitle='Plain';", "Plain"),
            ("StreamTitle='It's a ';x' - y';StreamUrl='http://a/';", "It's a ';x' - y"),
            ("StreamTitle='';", ""), ("StreamTitle='No end", "No end"), ("StreamUrl='a';StreamTitle=' b ';", "b"),
            ("StreamTitle='a';b';", "a';b"),
        ])
    func titles(text: String, title: String) {
        #expect(StationMetadata.title(in: Array(text.utf8) + [0, 0, 0]) == title)
    }

    @Test("A block without a title has none")
    func none() {
        #expect(StationMetadata.title(in: Array("StreamUrl='x';".utf8)) == nil)
        #expect(StationMetadata.title(in: []) == nil)
    }

    @Test("Cyrillic titles in Windows-1251 are read as they are meant")
    func cyrillic() {
        let bytes = Array("StreamTitle='".utf8) + [0xCA, 0xE8, 0xED, 0xEE] + Array("';".utf8)
        #expect(StationMetadata.title(in: bytes) == "Кино")
        let western = Array("StreamTitle='Beyonc".utf8) + [0xE9] + Array("';".utf8)
        #expect(StationMetadata.title(in: western) == "Beyoncé")
    }

    @Test("Sound and titles are divided the same way, however the bytes arrive", arguments: [1, 3, 7, 100])
    func pieces(size: Int) throws {
        let text = Array("StreamTitle='A';".utf8)
        var stream: [UInt8] = []
        for number in 0..<5 {
            stream += [UInt8](repeating: UInt8(number), count: 10)
            stream += number == 2 ? [UInt8(1)] + text : [0]
        }
        var metadata = try #require(StationMetadata(interval: 10))
        var sound: [UInt8] = []
        var titles: [(Int, String)] = []

        for start in stride(from: 0, to: stream.count, by: size) {
            let split = metadata.take(Array(stream[start..<min(start + size, stream.count)]))
            for title in split.titles { titles.append((sound.count + title.offset, title.title)) }
            sound += split.bytes
        }

        #expect(sound == (0..<5).flatMap { [UInt8](repeating: UInt8($0), count: 10) })
        #expect(titles.map(\.0) == [30])
        #expect(titles.map(\.1) == ["A"])
    }

    @Test("An interval that means nothing is none")
    func interval() {
        #expect(StationMetadata(interval: 0) == nil)
        #expect(StationMetadata(interval: -1) == nil)
    }
}
