// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FoundationEssentials
import Glibc
import OnCueTestSupport
import Synchronization
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Reading files in processes of their own")
struct WorkerTests {
    private static let fixtures: [String] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures").path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { folder + "/" + $0 }
    }()

    /// Reads on a thread that may block, so that other tests go on.
    private func read(_ paths: [String], _ workers: MediaWorkers) async -> [Result<FileTags, TagReadError>?] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "test.read").async { continuation.resume(returning: Self.readNow(paths, workers)) }
        }
    }

    private static func readNow(_ paths: [String], _ workers: MediaWorkers) -> [Result<FileTags, TagReadError>?] {
        var results = [Result<FileTags, TagReadError>?](repeating: nil, count: paths.count)
        let take: TagSource.Take = { number, outcome in
            #expect(results[number] == nil)
            results[number] = outcome
        }
        TagSource.workers(workers).read(paths.map { Array($0.utf8) }, isCancelled: { false }, take: take)
        return results
    }

    @Test("every file gives the same tags, or the same reason, as without a process")
    func sameTags() async throws {
        let results = await read(Self.fixtures, TestWorkers.shared)

        #expect(Self.fixtures.count > 40)
        for (path, result) in zip(Self.fixtures, results) {
            do throws(TagReadError) {
                let tags = try TagReader.tags(ofFileAt: Array(path.utf8))
                #expect(try result?.get() == tags, "\(path)")
            } catch {
                #expect(result == .failure(error), "\(path)")
            }
        }
    }

    @Test("a file that crashes its reader costs itself alone and says so")
    func crash() async throws {
        let folder = try TemporaryDirectory()
        let program = try TestWorkers.misbehaving(["begin 3; kill -SEGV $$", "begin 5; exit 0"], in: folder)
        let paths = (0..<600).map { _ in Self.fixtures.first { $0.hasSuffix("/full.mp3") } ?? "" }

        let results = await read(paths, MediaWorkers(program: program))

        let failed = results.indices.filter { (try? results[$0]?.get().title) == nil }
        #expect(failed == [2, 4])
        guard case .failure(let error) = results[2] else { return }
        #expect(error.code == .crashed)
        #expect(error.message.contains("(signal 11)"))
    }

    @Test(
        "a file that hangs its reader is given up after the deadline, and waiting is told from work",
        .timeLimit(.minutes(5)), .steadyMachine,
        arguments: [
            ("exec sleep 100", TagReadError.Code.didNotAnswer), ("kill -STOP $$", .didNotAnswer),
            ("while :; do :; done", .tookTooLong),
        ])
    func hang(_ command: String, _ code: TagReadError.Code) async throws {
        let folder = try TemporaryDirectory()
        let program = try TestWorkers.misbehaving(["begin 2; " + command], in: folder)
        let path = Self.fixtures.first { $0.hasSuffix("/full.mp3") } ?? ""
        let begin = ContinuousClock.now

        let results = await read([path, path, path], MediaWorkers(program: program, deadline: .milliseconds(1500)))

        // One that works is given the time of the processor, which others may need as well.
        #expect(begin.duration(to: .now) < .seconds(code == .tookTooLong ? 40 : 10))
        #expect(results.map { (try? $0?.get()) != nil } == [true, false, true])
        guard case .failure(let error) = results[1] else { return }
        #expect(error.code == code)
    }

    @Test(
        "a reader that lies is ended, and the file that made it lie is reported",
        arguments: [
            // Much too long, of another version, for another request, of an unknown kind, with a text beyond its end.
            "\\377\\377\\377\\377", "\\006\\0\\0\\0\\002\\001\\0\\0\\0\\001",
            "\\007\\0\\0\\0\\001\\011\\0\\0\\0\\001\\0",
            "\\006\\0\\0\\0\\001\\001\\0\\0\\0\\007", "\\013\\0\\0\\0\\001\\001\\0\\0\\0\\001\\001\\377\\0\\0\\0",
        ])
    func lies(reply: String) async throws {
        let folder = try TemporaryDirectory()
        let program = try TestWorkers.misbehaving(["begin 1; printf '\(reply)'>&0; exec sleep 100"], in: folder)
        let path = Self.fixtures.first { $0.hasSuffix("/full.mp3") } ?? ""

        let results = await read([path, path], MediaWorkers(program: program, deadline: .seconds(20)))

        #expect(results.map { (try? $0?.get()) != nil } == [false, true])
    }

    @Test("readers that end at once, or cannot be started, are no fault of the files")
    func noReader() async {
        let path = Self.fixtures.first { $0.hasSuffix("/full.mp3") } ?? ""

        for program in ["/bin/false", "/no/program"] {
            let results = await read([path, path], MediaWorkers(program: program))

            for result in results {
                guard case .failure(let error) = result else {
                    Issue.record("a file was read by \(program)")
                    continue
                }
                #expect(error.code == .unreadable)
            }
        }
    }

    @Test("readers end when they have nothing to do, and when the workers are closed", .timeLimit(.minutes(5)))
    func idle() async throws {
        let path = Self.fixtures.first { $0.hasSuffix("/full.mp3") } ?? ""
        let workers = MediaWorkers(program: TestWorkers.program, idleTime: .milliseconds(50))
        _ = await read([path], workers)
        while !workers.idleProcesses.isEmpty { await Task.yield() }

        let closed = MediaWorkers(program: TestWorkers.program)
        _ = await read([path], closed)
        let process = try #require(closed.idleProcesses.first)
        closed.close()

        // Whoever waits for it first gets its end.
        try await waitUntil("it has ended") { waitpid(process, nil, WNOHANG) != 0 }
    }

    @Test("a reader ends when its daemon is gone, also in the middle of a file", .timeLimit(.minutes(5)))
    func daemonGone() async throws {
        let worker = try WorkerProcess.start(TestWorkers.program)
        // Closing our end is what the kernel does for a daemon that was killed.
        shutdown(worker.socket, Int32(SHUT_RDWR))
        var status: Int32 = -1
        while waitpid(worker.process, &status, WNOHANG) == 0 { await Task.yield() }

        #expect(status == 0)
        close(worker.socket)
    }

    @Test("readers run behind everything else, with bounded memory and without core files")
    func limits() async throws {
        let workers = MediaWorkers(program: TestWorkers.program)
        _ = await read([Self.fixtures[0]], workers)
        let process = try #require(workers.idleProcesses.first)

        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8).split(separator: "\n")
        func soft(_ name: String) -> Int? {
            limits.first { $0.hasPrefix(name) }.flatMap { line in
                line.dropFirst(name.count).split(separator: " ").first.flatMap { Int($0) }
            }
        }

        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process)) >= 10)
        #expect(soft("Max core file size") == 0)
        // What a worker has mapped meanwhile is nearly what it began with.
        let pages = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
        let mapped = try pages.map { try #require(Int($0.filter(\.isNumber))) * Int(getpagesize()) }
        let bounds = (256 << 20)...(576 << 20)
        #expect(bounds.contains((soft("Max data size") ?? .max) - mapped[5]))
        #expect(bounds.contains((soft("Max address space") ?? .max) - mapped[0]))
        workers.close()
    }
}
