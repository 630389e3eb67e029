// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FileAccess
import FoundationEssentials
import Glibc
import OnCueCore
import Synchronization
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Resolving files, folders and streams")
struct ResolverTests {
    private func code(_ library: TestLibrary, _ location: MediaLocation?) async -> ContentError.Code? {
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: .files)
        let error = await #expect(throws: ContentError.self) { try await resolver.tracks(at: #require(location)) }
        #expect(error?.message.isEmpty == false)
        return error?.code
    }

    @Test("a file of the library is the track of the library")
    func knownFile() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A", "ALBUM": "B"])
        try await library.scan()
        library.reads.withLock { $0 = [] }
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags)

        let tracks = try await resolver.tracks(at: library.location("x/..//a.mp3"))

        #expect(tracks == (try await library.source.tracks(under: ContentSection.tracks.identifier)))
        #expect(library.readNames == [])
    }

    @Test("another file is read")
    func otherFile() async throws {
        let library = try await TestLibrary()
        try library.write("03 - Out.mp3", ["ARTIST": "X", "ALBUM": "Y", "SECONDS": "5"])
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags)

        let track = try #require(try await resolver.tracks(at: library.location("03 - Out.mp3")).first)

        #expect((track.title, track.trackNumber) == ("Out", 3))
        #expect((track.artists, track.album, track.duration) == (["X"], "Y", .seconds(5)))
        #expect(track.albumIdentifier == nil)
        #expect(track.location == library.location("03 - Out.mp3"))
        try await library.scan()
        #expect(try await library.source.tracks(under: .root).first?.identifier == track.identifier)
    }

    @Test("a container whose tags nobody reads here is played by its name", arguments: ["webm", "MKV", "mka", "avi"])
    func untagged(_ suffix: String) async throws {
        let library = try await TestLibrary()
        try library.write("A film.\(suffix)", text: "a film")
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: .files)

        let tracks = try await resolver.tracks(at: library.location("A film.\(suffix)"))

        #expect(tracks.map(\.title) == ["A film"])
        #expect(tracks.first?.location == library.location("A film.\(suffix)"))
    }

    @Test(
        "a file that no tags can be read of is left to the player",
        arguments: [TagReadError.Code.malformed, .failed, .crashed, .tookTooLong, .noAudio])
    func unreadable(_ failure: TagReadError.Code) async throws {
        let library = try await TestLibrary()
        try library.write("Odd.flac", text: "odd")
        let tags = TagSource { path throws(TagReadError) in
            throw TagReadError(code: failure, path: path, reason: "no tags")
        }
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: tags)

        #expect(try await resolver.tracks(at: library.location("Odd.flac")).map(\.title) == ["Odd"])
    }

    @Test("what is no sound is refused in words about playing")
    func refusalSentence() async throws {
        let library = try await TestLibrary()
        try library.write("letter.txt", text: "Dear Anna")
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: .files)

        let error = await #expect(throws: ContentError.self) {
            try await resolver.tracks(at: library.location("letter.txt"))
        }

        #expect(error?.message == "cannot play \(library.music)/letter.txt: it is not audio, or it is damaged")
    }

    @Test("a track knows that it is explicit, from the library as well as from its file")
    func explicit() async throws {
        let library = try await TestLibrary()
        try library.write("e.mp3", ["TITLE": "E", "EXPLICIT": "1"])
        try library.write("o.mp3", ["TITLE": "O"])
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags)
        let read = try await resolver.tracks(at: library.location("e.mp3"))

        try await library.scan()

        #expect(read.map(\.isExplicit) == [true])
        let known = try await library.source.tracks(under: ContentSection.tracks.identifier)
        #expect(known.map(\.isExplicit) == [true, false])
    }

    @Test("a folder gives everything below it in natural path order, without what cannot be read")
    func folder() async throws {
        let library = try await TestLibrary()
        for path in ["f/10.mp3", "f/9.mp3", "f/B/2.mp3", "f/a/1.mp3", "f/.hidden/x.mp3"] {
            try library.write(path, ["TITLE": path])
        }
        try library.write("f/9b.mp3", text: "BAD")
        symlink("..", library.music + "/f/a/loop")
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags)

        let tracks = try await resolver.tracks(at: library.location("f"))

        #expect(tracks.map(\.title) == ["f/9.mp3", "f/10.mp3", "f/a/1.mp3", "f/B/2.mp3"])
    }

    @Test(
        "streams are single tracks named by their address", arguments: ["http://host/live", "https://host/a.mp3?x=1"])
    func stream(_ uri: String) async throws {
        let library = try await TestLibrary()
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: .files)

        let tracks = try await resolver.tracks(at: #require(MediaLocation(uri: uri)))

        #expect(tracks.map(\.title) == [uri])
        #expect(tracks.map(\.duration) == [nil])
        #expect(ContentIdentifier(tracks[0].identifier.description) == tracks[0].identifier)
    }

    @Test("what cannot be played is refused by name")
    func refusals() async throws {
        let library = try await TestLibrary()
        try library.write("text.mp3", text: "This is no music at all, however it is called.\n")
        try library.write("empty.mp3", text: "")
        try library.write("nothing/readme.txt", text: "x")
        mkfifo(library.music + "/pipe.mp3", 0o600)

        #expect(await code(library, library.location("absent.mp3")) == .notFound)
        #expect(await code(library, library.location("text.mp3/x")) == .notFound)
        #expect(await code(library, library.location("text.mp3")) == .notPlayable)
        #expect(await code(library, library.location("empty.mp3")) == .notPlayable)
        #expect(await code(library, library.location("nothing")) == .notPlayable)
        #expect(await code(library, library.location("pipe.mp3")) == .notPlayable)
        #expect(await code(library, MediaLocation(uri: "file://other-host/x.mp3")) == .invalidPlace)
        let long = library.location(String(repeating: "a", count: 300) + ".mp3")
        #expect(await code(library, long) == .unreadable)
    }

    @Test("no more files are taken from a folder than asked for")
    func fileLimit() async throws {
        let library = try await TestLibrary()
        for number in 1...9 { try library.write("f/\(number % 3)/\(number).mp3", ["TITLE": "\(number)"]) }
        let resolver = CatalogMediaResolver(
            catalog: library.catalog, tags: library.tags, folders: .system, fileLimit: 4)

        let tracks = try await resolver.tracks(at: library.location("f"))

        #expect(tracks.map(\.title) == ["3", "6", "9", "1"])
        #expect(library.readNames.count == 4)
    }

    @Test("a large folder comes in order, whoever read which part of it")
    func largeFolder() async throws {
        let library = try await TestLibrary()
        for number in 0..<200 { try library.write("f/\(number).mp3", ["TITLE": "\(number)"]) }
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags)

        let tracks = try await resolver.tracks(at: library.location("f"))

        #expect(tracks.map(\.title) == (0..<200).map(String.init))
    }

    @Test("one folder that takes long holds up no other", .timeLimit(.minutes(5)))
    func concurrentCalls() async throws {
        let library = try await TestLibrary()
        for path in ["slow/1.mp3", "quick/2.mp3", "3.mp3"] { try library.write(path, ["TITLE": path]) }
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let tags = TagSource { (path) throws(TagReadError) in
            if String(decoding: path, as: UTF8.self).contains("slow") {
                beginning.finish()
                gate.wait()
            }
            return try textTags(path)
        }
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: tags)
        async let slow = resolver.tracks(at: library.location("slow"))
        for await _ in begun {}

        #expect(try await resolver.tracks(at: library.location("quick")).map(\.title) == ["quick/2.mp3"])
        #expect(try await resolver.tracks(at: library.location("3.mp3")).map(\.title) == ["3.mp3"])

        gate.signal()
        #expect(try await slow.map(\.title) == ["slow/1.mp3"])
    }

    @Test("a cancelled call reads no further", .timeLimit(.minutes(5)))
    func cancellation() async throws {
        let library = try await TestLibrary()
        for number in 0..<100 { try library.write("f/\(number).mp3", ["TITLE": "\(number)"]) }
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        let tags = TagSource { (path) throws(TagReadError) in
            count.withLock { $0 += 1 }
            beginning.finish()
            gate.wait()
            gate.signal()
            return try textTags(path)
        }
        let (catalog, location) = (library.catalog, library.location("f"))
        let call = Task { try await CatalogMediaResolver(catalog: catalog, tags: tags).tracks(at: location) }
        for await _ in begun {}

        call.cancel()
        gate.signal()

        let error = await #expect(throws: ContentError.self) { try await call.value }
        #expect(error?.code == .unreadable)
        // Each of at most eight threads had one file in hand.
        #expect(count.withLock { $0 } <= 8)
    }

    @Test("a cancelled walk ends", .timeLimit(.minutes(5)))
    func cancelledWalk() async throws {
        let library = try await TestLibrary()
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let count = Mutex<UInt64>(0)
        // A tree without an end.
        let endless = FolderReader { _ in
            beginning.finish()
            let number = count.withLock { count in
                count += 1
                return count
            }
            var content = FolderContent(identity: FolderIdentity(device: 1, inode: number))
            content.folders = [Array("a".utf8), Array("b".utf8)]
            return .success(content)
        }
        let resolver = CatalogMediaResolver(catalog: library.catalog, tags: library.tags, folders: endless)
        let location = library.location("")
        let call = Task { try await resolver.tracks(at: location) }
        for await _ in begun {}

        call.cancel()

        await #expect(throws: ContentError.self) { try await call.value }
    }

    /// What a container has not mounted is a folder like any other.
    private static let kernelFolders = ["/proc", "/proc/self", "/sys", "/dev"].filter { path in
        var (root, folder) = (stat(), stat())
        return stat("/", &root) == 0 && stat(path, &folder) == 0 && root.st_dev != folder.st_dev
    }

    @Test("file systems of the kernel are left out", arguments: kernelFolders)
    func kernelFileSystems(_ path: String) throws {
        let content = try FolderReader.system.read(Array(path.utf8)).get()
        #expect(content.isExcluded)
        #expect(content.files.isEmpty && content.folders.isEmpty && content.linkedFolders.isEmpty)
    }

    @Test("a folder that cannot be read is told from an empty one")
    func unreadableFolder() async throws {
        let library = try await TestLibrary()
        let resolver = CatalogMediaResolver(
            catalog: library.catalog, tags: library.tags,
            folders: FolderReader { _ in .failure(FolderFailure(error: EACCES)) })
        let error = await #expect(throws: ContentError.self) { try await resolver.tracks(at: library.location("")) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("permission denied") == true)
    }
}
