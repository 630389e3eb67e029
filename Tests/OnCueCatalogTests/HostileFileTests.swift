// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FoundationEssentials
import Glibc
import OnCueCore
import OnCueTestSupport
import Pictures
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Files that want too much", .timeLimit(.minutes(5)))
struct HostileFileTests {
    private static let song: Data = {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return (try? Data(contentsOf: fixtures.appendingPathComponent("Fixtures/full.mp3"))) ?? Data()
    }()

    /// A song whose tag has a picture of so many bytes; those that are not given are a hole, which takes no space.
    ///
    /// - Parameter isScrambled: The tag says that it has to be decoded as a whole.
    private func writeSong(_ path: String, picture: [UInt8], size: Int, isScrambled: Bool = false) throws {
        func synchsafe(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (21 - 7 * $0) & 0x7F) } }
        let head = [0] + Array("image/png".utf8) + [0, 3, 0] + picture
        let frame = Array("APIC".utf8) + synchsafe(head.count - picture.count + size) + [0, 0] + head
        let length = frame.count - picture.count + size
        let tag = Array("ID3".utf8) + [4, 0, isScrambled ? 0x80 : 0] + synchsafe(length) + frame
        let old = Self.song[6..<10].reduce(0) { $0 << 7 | Int($1) } + 10
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let audio = Array(Self.song.dropFirst(old))
        guard file >= 0, write(file, tag, tag.count) == tag.count,
            pwrite(file, audio, audio.count, off_t(10 + length)) == audio.count
        else { throw POSIXFailure(error: errno) }
    }

    private func picture(of file: String, in folder: TemporaryDirectory) async -> MediaLocation? {
        let workers = MediaWorkers(program: TestWorkers.program)
        defer { workers.close() }
        let identifier = ContentIdentifier(kind: .track, key: "7q2mbk4d9x1c")
        return await ArtworkStore(folder: folder.file("art"), workers: workers)
            .file(for: .medium(MediaLocation(filePath: Array(file.utf8))), size: .small, identifier: identifier)
    }

    private func read(_ names: [String], _ workers: MediaWorkers) async -> [Result<FileTags, TagReadError>?] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "test.read").async {
                var results = [Result<FileTags, TagReadError>?](repeating: nil, count: names.count)
                TagSource.workers(workers).read(
                    names.map { Array($0.utf8) }, isCancelled: { false }, take: { results[$0] = $1 })
                continuation.resume(returning: results)
            }
        }
    }

    /// Leaves a process so much more memory than it has; the limit that it has by itself is too large for a test.
    private func leaveMemory(_ bytes: UInt, to process: pid_t) async throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmData:") })
        let used = try #require(line.split(separator: "\t").last?.split(separator: " ").first.flatMap { UInt($0) })
        let words = ["--pid", String(process), "--data=\((used << 10) + bytes)"]
        let result = try await ChildProcess("prlimit", words).result()
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("a file that wants more memory than a reader has costs itself alone")
    func memory() async throws {
        let folder = try TemporaryDirectory()
        let names = ["a", "monster", "b"].map { folder.file($0 + ".mp3") }
        for name in [names[0], names[2]] { try Self.song.write(to: URL(fileURLWithPath: name)) }
        try writeSong(names[1], picture: [], size: 60 << 20, isScrambled: true)
        let workers = MediaWorkers(program: TestWorkers.program, deadline: .seconds(20))
        let rich = await read(names, workers)
        try await leaveMemory(16 << 20, to: try #require(workers.idleProcesses.first))

        let poor = await read(names, workers)

        #expect(rich.map { (try? $0?.get()) != nil } == [true, true, true])
        #expect(poor.map { (try? $0?.get()) != nil } == [true, false, true])
        guard case .failure(let error) = poor[1] else { return }
        #expect([.failed, .crashed].contains(error.code), "\(error)")
        workers.close()
    }

    @Test("an embedded picture of 100 MB is not looked at, and the gradient is shown")
    func hugePicture() async throws {
        let folder = try TemporaryDirectory()
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        try writeSong(folder.file("song.mp3"), picture: png, size: 100 << 20 + 1)

        let file = await picture(of: folder.file("song.mp3"), in: folder)

        #expect(file?.displayName.hasPrefix("generated-") == true)
    }

    @Test("an embedded picture that is cut off is not shown, and the gradient is")
    func truncatedPicture() async throws {
        let folder = try TemporaryDirectory()
        let whole = try PictureScaler.gradient(from: (9, 90, 200), to: (200, 90, 9), side: 700).bytes
        try writeSong(folder.file("whole.mp3"), picture: whole, size: whole.count)
        let part = Array(whole.prefix(whole.count / 8))
        try writeSong(folder.file("part.mp3"), picture: part, size: part.count)

        let shown = await picture(of: folder.file("whole.mp3"), in: folder)
        let cut = await picture(of: folder.file("part.mp3"), in: folder)

        #expect(shown?.displayName.hasSuffix("-128.jpg") == true)
        #expect(shown?.displayName.hasPrefix("generated-") == false)
        #expect(cut != nil && cut != shown)
    }
}
