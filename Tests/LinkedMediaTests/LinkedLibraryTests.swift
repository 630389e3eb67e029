// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import Glibc
import HTTPClient
import JSON
import OnCueCore
import OnCueHandoff
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import PairedMachines
import Synchronization
import Testing

@testable import LinkedMedia

/// A paired machine that answers as a test wants it, and counts.
private final class Peer: Sendable {
    struct State {
        var content: [UInt8] = []
        var version = "v1"
        /// All tracks are parts of one file.
        var isOneFile = false
        /// After how many pieces it is gone.
        var patience: Int?
        var asked: [Int] = []
        /// What was asked for before it was gone.
        var answered: Set<Int> = []
        var openings = 0
        var isGone = false
        var sharesFiles = true
        /// Changes an answer.
        var change: (@Sendable (Int) -> String?)?
        /// The pieces as text.
        var texts: [Int: String] = [:]
    }

    let state: Mutex<State>

    init(_ content: [UInt8]) { state = Mutex(State(content: content)) }

    func set(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var asked: [Int] { state.withLock { $0.asked } }
    var answered: Set<Int> { state.withLock { $0.answered } }
    var openings: Int { state.withLock { $0.openings } }

    func open() throws(ServiceError) -> any HandoffChannel {
        let isGone = state.withLock {
            $0.openings += 1
            return $0.isGone
        }
        if isGone { throw ServiceError(.unavailable, "kitchen cannot be reached") }
        return Channel(peer: self)
    }

    struct Channel: HandoffChannel {
        let peer: Peer

        func exchange(_ line: String) async throws(HandoffLoss) -> String {
            guard let answer = peer.answer(line) else { throw HandoffLoss("the connection to kitchen was lost") }
            return answer
        }

        func close() async {}
    }

    private func answer(_ line: String) -> String? {
        guard let json = try? JSONValue(parsing: line), let step = try? SharedStep(json: json) else { return "{}" }
        return state.withLock { state in
            if state.isGone { return nil }
            let answer: JSONValue
            switch step {
            case .file(let track, let offset, let count):
                if let patience = state.patience, state.asked.count >= patience { return nil }
                state.asked.append(offset)
                if let text = state.change?(offset) { return text }
                if state.texts[offset] == nil {
                    let bytes = Array(state.content[min(offset, state.content.count)...].prefix(count))
                    state.texts[offset] = PieceText.text(bytes)
                }
                answer = [
                    "size": .int(state.content.count),
                    "version": .string(state.isOneFile ? state.version : "\(state.version)-\(track.text)"),
                    "kind": "wav",
                    "piece": .string(state.texts[offset] ?? ""),
                ]
            default: answer = ["files": .bool(state.sharesFiles), "library": false]
            }
            return JSONValue.object([.init("answer", answer)]).text()
        }
    }
}

@MediaActor
@Suite("Files of paired machines that are fetched", .timeLimit(.minutes(10)))
struct LinkedLibraryTests {
    private static let machine = String(repeating: "ab", count: 32)
    private nonisolated static let content = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 9)) }

    private let folder: TemporaryDirectory
    private let peer: Peer
    private let machines: LinkedMachines
    private let library: LinkedLibrary
    private let reader = BlockingExecutor(label: "oncue.tests.reader")

    init() throws {
        let folder = try TemporaryDirectory()
        let peer = Peer(Self.content)
        var book = MachineBook()
        let identifier = try #require(MachineIdentifier(Self.machine))
        book.add(PairedMachine(identifier: identifier, name: "kitchen", host: "127.0.0.1", port: 1))
        try folder.makeDirectory("state/link")
        try folder.write("state/link/machines.json", book.text.utf8)
        (self.folder, self.peer) = (folder, peer)
        machines = LinkedMachines(state: folder.file("state")) { _ throws(ServiceError) in try peer.open() }
        library = LinkedLibrary(machines, folder: folder.file("fetched"), limit: 1_300_000, isOn: true)
    }

    /// What another process would have of the same folder.
    private func another(limit: Int = 20_000_000) -> LinkedLibrary {
        let machines = LinkedMachines(state: folder.file("state")) { [peer] _ throws(ServiceError) in try peer.open() }
        return LinkedLibrary(machines, folder: folder.file("fetched"), limit: limit, isOn: true)
    }

    private func medium(_ number: Int64 = 1) throws -> LinkedMedium {
        try #require(LinkedMedium(machine: Self.machine, track: StableKey(number: number)))
    }

    /// Where a file is, when it is whole.
    private func path(_ number: Int64, in library: LinkedLibrary? = nil) async throws -> String {
        var path: [UInt8]?
        let library = library ?? self.library
        try await waitUntil("it is whole") {
            path = try await library.locate(try medium(number).location, isRetry: false).filePath
            return path != nil
        }
        return String(decoding: path ?? [], as: UTF8.self)
    }

    /// Why a file is not there.
    private func failure(_ number: Int64) async throws -> PlaybackError {
        let location = try medium(number).location
        do throws(PlaybackError) {
            let found = try await library.locate(location, isRetry: false)
            Issue.record("it was found at \(found)")
            return PlaybackError(.failed, "")
        } catch { return error }
    }

    private func names() -> [String] {
        var names: [String] = []
        guard let stream = opendir(folder.file("fetched")) else { return [] }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The names of tracks whose files are whole.
    private func tracks() -> [String] { names().filter { !$0.contains(".") } }

    private func read(_ file: RemoteFile, at offset: Int, _ count: Int) async -> [UInt8]? {
        await reader.run {
            var bytes = [UInt8](repeating: 0, count: count)
            let outcome = bytes.withUnsafeMutableBytes { file.read(at: offset, into: $0, whole: true) }
            guard case .bytes(let length) = outcome else { return nil }
            return Array(bytes.prefix(length))
        }
    }

    @Test("A file that is whole is one of this machine, which only this user can read, and is not asked for again")
    func whole() async throws {
        let path = try await path(1)
        let location = MediaLocation(filePath: Array(path.utf8))
        #expect(BoundedFile.read(Array(path.utf8), limit: 2_000_000) == Self.content)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(folder.file("fetched"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        let count = peer.asked.count
        peer.set { $0.isGone = true }
        library.isOn = false
        #expect(try await library.locate(try medium().location, isRetry: false) == location)
        #expect(peer.asked.count == count)
    }

    @Test("A file is read from any place while it is fetched, and each piece is asked for once")
    func ranges() async throws {
        let file = RemoteFile(try medium().streamLocation.uri, on: library)
        let facts = try await file.open()
        #expect(facts.size == Self.content.count && facts.canJump)
        for offset in [590_000, 10, 300_000, 262_100, 599_999] {
            let bytes = await read(file, at: offset, 5_000)
            #expect(bytes == Array(Self.content[offset...].prefix(5_000)), "\(offset)")
        }
        try await waitUntil("it is whole") { tracks().count == 1 }
        #expect(!names().contains { $0.hasSuffix(FetchCache.partSuffix) })
        #expect(Set(peer.asked).count == peer.asked.count)
        file.close()
    }

    @Test("Off, nothing is asked")
    func off() async throws {
        library.isOn = false
        await #expect(throws: PlaybackError.self) { try await library.locate(try medium().location, isRetry: false) }
        #expect(await library.prospect(of: Self.machine) == .off)
        #expect(peer.openings == 0)
    }

    @Test("A machine that is gone costs one call for all that is asked at once, and it is said")
    func gone() async throws {
        peer.set { $0.isGone = true }
        for number in 1...5 {
            let error = try await failure(Int64(number))
            #expect(error.code == .network && error.message.contains("kitchen cannot be reached"))
        }
        #expect(peer.openings <= 2)
        #expect(await library.prospect(of: Self.machine) == .refused("kitchen cannot be reached"))
        #expect(await library.prospect(of: String(repeating: "0", count: 64)) != .open, "it is not paired")
    }

    @Test("One that does not share is told as such")
    func refused() async throws {
        peer.set { $0.sharesFiles = false }
        guard case .refused(let reason) = await library.prospect(of: Self.machine) else {
            Issue.record("it is no refusal")
            return
        }
        #expect(reason.contains("handoff.share-files"))
    }

    @Test("A file that was changed between two pieces is not put together from both")
    func changed() async throws {
        peer.set {
            $0.change = { offset in
                offset == 0
                    ? nil
                    : "{\"answer\":"
                        + FilePiece(
                            size: Self.content.count, version: "v2",
                            bytes: Array(Self.content[offset...].prefix(FilePiece.longest))
                        ).json.text() + "}"
            }
        }
        let file = RemoteFile(try medium().streamLocation.uri, on: library)
        _ = try await file.open()
        #expect(await read(file, at: 500_000, 100) == nil)
        #expect(!names().contains { !$0.hasSuffix(FetchCache.partSuffix) })
        file.close()
        peer.set { ($0.change, $0.version) = (nil, "v2") }
        _ = try await path(1)
    }

    @Test(
        "Answers that are none leave nothing here, and are not waited for without end",
        arguments: [
            "{}", "[]", "", "{\"answer\":{}}", "{\"answer\":null}", "{\"error\":\"UnexpectedAnswer\"}",
            "{\"answer\":{\"size\":-1,\"version\":\"v\",\"kind\":\"\",\"piece\":\"\"}}",
            "{\"answer\":{\"size\":0,\"version\":\"v\",\"kind\":\"\",\"piece\":\"\"}}",
            "{\"answer\":{\"size\":3,\"version\":\"v\",\"kind\":\"\",\"piece\":\"####\"}}",
            "{\"answer\":{\"size\":3,\"version\":\"v\",\"kind\":\"\",\"piece\":\"AAAAAAAA\"}}",
            "{\"answer\":{\"size\":3,\"version\":\"v\",\"kind\":\"\",\"piece\":\"AAA=\"}}",
            "{\"answer\":{\"size\":3,\"version\":\"\",\"kind\":\"\",\"piece\":\"AAAA\"}}",
            "{\"answer\":{\"size\":3,\"version\":\"v\",\"kind\":\"../x\",\"piece\":\"AAAA\"}}",
            "{\"answer\":{\"size\":9007199254740993000,\"version\":\"v\",\"kind\":\"\",\"piece\":\"AAAA\"}}",
        ])
    func hostile(answer: String) async throws {
        peer.set { $0.change = { _ in answer } }
        #expect(!(try await failure(1).message.isEmpty))
        #expect(names() == [])
    }

    @Test("A file that is larger than all fetched files may be is refused by its first piece")
    func tooLarge() async throws {
        peer.set {
            $0.change = { _ in
                "{\"answer\":"
                    + FilePiece(size: 1 << 40, version: "v", bytes: Array(repeating: 0, count: FilePiece.longest)).json
                    .text() + "}"
            }
        }
        let error = try await failure(1)
        #expect(error.message.contains("handoff.cache-size"), "\(error.message)")
        #expect(names() == [] && peer.asked == [0])
    }

    @Test("Fetched files take no more than they may, and what was not played for longest makes room")
    func bound() async throws {
        for number in 1...4 {
            let path = try await path(Int64(number))
            // In a test all would be of one second.
            let times = [
                timespec(tv_sec: 1_000 + number, tv_nsec: 0), timespec(tv_sec: 1_000 + number, tv_nsec: 0),
            ]
            utimensat(AT_FDCWD, path, times, 0)
        }
        let expected = try [Int64(3), 4].map { "\(Self.machine.prefix(16))-\(try medium($0).track.text)" }.sorted()
        #expect(tracks() == expected)
        library.setLimit(700_000)
        try await waitUntil("there is room") { tracks().count == 1 }
        #expect(tracks() == [expected[1]] && names().count == 2)
    }

    @Test("What cannot be gone on with is removed")
    func remains() async throws {
        try folder.makeDirectory("fetched")
        chmod(folder.file("fetched"), 0o700)
        try folder.write("fetched/x.1.part", [1, 2, 3])
        _ = try await path(1)
        #expect(tracks().count == 1 && !names().contains { $0.hasSuffix(FetchCache.partSuffix) })
    }

    @Test("Tracks that are parts of one file are fetched once, and play from one file")
    func oneFile() async throws {
        peer.set { $0.isOneFile = true }
        let (first, second) = (try await path(1), try await path(2))
        #expect(first == second && BoundedFile.read(Array(first.utf8), limit: 2_000_000) == Self.content)
        let asked = peer.asked
        #expect(asked.count { $0 == 0 } == 2, "that of each track is asked for, to know which file it is")
        #expect(Set(asked).count == asked.count - 1, "\(asked)")
        #expect(names().count { $0.hasSuffix(FetchCache.wholeSuffix) } == 1 && tracks().count == 2)

        peer.set { $0.isGone = true }
        let later = another()
        for number in 1...2 { #expect(try await path(Int64(number), in: later) == first) }
    }

    @Test("Tracks of one file that is being fetched wait for the same pieces")
    func oneFileAtOnce() async throws {
        peer.set { $0.isOneFile = true }
        async let first = path(1)
        async let second = path(2)
        #expect(try await first == second)
        #expect(Set(peer.asked).count >= peer.asked.count - 1, "\(peer.asked)")
    }

    /// Some of twenty pieces, not always the first, and the machine is gone.
    private func interrupted(_ library: LinkedLibrary, pieces: Int = 12) async throws -> [UInt8] {
        let content = (0..<(20 * PieceMap.length - 100)).map { UInt8(truncatingIfNeeded: $0 &* 17 ^ ($0 >> 11)) }
        peer.set { ($0.content, $0.patience, $0.texts) = (content, pieces, [:]) }
        let place = try await library.locate(try medium().location, isRetry: false)
        #expect(place.filePath == nil)
        // Whoever asks for a piece has been told that there is none.
        try await waitUntil("it is given up") { !library.isFilling }
        try await waitUntil("what came is noted") { noted() == pieces }
        peer.set { ($0.patience, $0.answered, $0.asked) = (nil, Set($0.asked), []) }
        return content
    }

    /// The number of pieces that are noted to be here.
    private func noted() -> Int {
        guard let name = names().first(where: { $0.hasSuffix(FetchCache.partSuffix) }),
            let bytes = BoundedFile.read(Array(folder.file("fetched/" + name).utf8), limit: 20_000_000)
        else { return 0 }
        return bytes.suffix(20).count { $0 == 1 }
    }

    @Test(
        "What is unfinished is gone on with by the next process, whether the one before has ended or was killed",
        arguments: [false, true])
    func goesOn(isKilled: Bool) async throws {
        let former = another()
        let content = try await interrupted(former)
        let missing = Set((0..<20).map { $0 * PieceMap.length }).subtracting(peer.answered)
        if !isKilled { await former.close() }
        let path = try await path(1, in: another())
        #expect(BoundedFile.read(Array(path.utf8), limit: 20_000_000) == content)
        #expect(Set(peer.asked) == missing.union([0]), "the beginning, and eight: \(peer.asked)")
        #expect(!names().contains { $0.hasSuffix(FetchCache.partSuffix) })
        withExtendedLifetime(former) {}
    }

    @Test("What was changed there meanwhile is fetched from its beginning")
    func changedMeanwhile() async throws {
        let former = another()
        _ = try await interrupted(former)
        await former.close()
        peer.set { ($0.version, $0.content, $0.texts, $0.asked) = ("v2", Self.content, [:], []) }
        let path = try await path(1, in: another())
        #expect(BoundedFile.read(Array(path.utf8), limit: 2_000_000) == Self.content && peer.asked.count == 3)
    }

    @Test("What is unfinished takes room, and makes room")
    func unfinishedRoom() async throws {
        let former = another(limit: 6_000_000)
        _ = try await interrupted(former)
        await former.close()
        let next = another(limit: 6_000_000)
        _ = try await path(2, in: next)
        #expect(names().count == 2, "there is no room for both: \(names())")
        #expect(noted() == 0)
    }

    @Test("What is unfinished has room beside others for as much as is here")
    func unfinishedBeside() async throws {
        let former = another(limit: 9_000_000)
        _ = try await interrupted(former)
        await former.close()
        _ = try await path(2, in: another(limit: 9_000_000))
        #expect(noted() == 12)
    }

    @Test("A note that is damaged counts for nothing, and a file that lacks only its name is not asked for again")
    func damaged() async throws {
        let former = another()
        let content = try await interrupted(former)
        await former.close()
        let name = try #require(names().first { $0.hasSuffix(FetchCache.partSuffix) })
        let path = folder.file("fetched/" + name)
        let bytes = try #require(BoundedFile.read(Array(path.utf8), limit: 20_000_000))
        var damaged = bytes
        damaged[content.count] ^= 0xFF
        for wrong in [damaged, Array(bytes.dropLast()), [], bytes + [1]] {
            try folder.write("fetched/" + name, wrong)
            var map = PieceMap(size: content.count)
            _ = try #require(PartFile(path, &map))
            #expect(map == PieceMap(size: content.count))
        }
        try folder.write("fetched/" + name, content)
        peer.set { $0.asked = [] }
        let whole = try await self.path(1, in: another())
        #expect(BoundedFile.read(Array(whole.utf8), limit: 20_000_000) == content)
        // The one before may still have asked for what it lacked.
        #expect(peer.asked.contains(0) && !peer.asked.contains { (1..<12 * PieceMap.length).contains($0) })
    }
}
