// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import GLib
internal import Glibc
internal import MPDProtocol
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The songs of the library in a file of the state folder, to which its unit may write, so that the next start need not ask
/// the daemon for them.
///
/// They are believed only if the daemon tells of a library with the same mark. A file that is damaged, of another version,
/// or not this user's alone is as none.
struct KeptLibrary: Sendable {
    /// The origin of the songs: the version of the program that read them, and the state of the library.
    let mark: String
    let contents: LibraryContents

    /// The largest file that is written and read, and the most songs for which it is tried: writing takes three times its
    /// size, of which a unit has 384 MB.
    static let (largest, mostSongs) = (96 << 20, 200_000)
    private static let name = Array("OnCue songs 1\n".utf8)

    static func path(in state: String) -> String { state + "/mpd-songs" }

    /// How names of files begin that are being written.
    static let unfinished = "mpd-songs.new-"

    /// The mark of a library.
    static func mark(of status: LibraryStatus) -> String {
        let numbers = [
            UInt64(status.trackCount), UInt64(status.albumCount), UInt64(status.artistCount), status.revision.number,
        ]
        let lines = [ServiceVersion.current] + numbers.map(String.init) + ["\(status.totalDuration)"]
        return (lines + status.folders.map(\.uri)).joined(separator: "\n")
    }

    // MARK: The file

    /// Reads the file. Blocks.
    ///
    /// - Returns: `nil` if there is none that can be believed.
    static func read(_ path: String) -> KeptLibrary? {
        guard let bytes = content(of: path), bytes.starts(with: name) else { return nil }
        var place = name.count
        func number() -> UInt64? {
            guard place + 8 <= bytes.count else { return nil }
            defer { place += 8 }
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
        }
        guard let sum = number(), sum == Self.sum(of: bytes, from: place), let artists = number(),
            let albums = number(), let time = number(), let changed = number(), let markLength = number(),
            markLength <= UInt64(bytes.count - place)
        else { return nil }
        let mark = String(decoding: bytes[place..<place + Int(markLength)], as: UTF8.self)
        guard let tree = SongTree(archive: bytes, from: place + Int(markLength)) else { return nil }
        return KeptLibrary(
            mark: mark,
            contents: LibraryContents(
                tree: tree, artistCount: Int(truncatingIfNeeded: artists), albumCount: Int(truncatingIfNeeded: albums),
                playtime: .microseconds(Int64(truncatingIfNeeded: time)),
                changeTime: Int64(truncatingIfNeeded: changed)))
    }

    private static func content(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid(),
            status.st_mode & 0o077 == 0, status.st_size <= off_t(largest)
        else { return nil }
        let bytes = SharedFile.bytes(of: file, at: 0, Int(status.st_size))
        return bytes.count == Int(status.st_size) ? bytes : nil
    }

    /// Replaces the file. Blocks.
    func write(_ path: String) {
        let archive = contents.tree.archive
        var bytes = Self.name
        bytes.reserveCapacity(archive.count + mark.utf8.count + 256)
        func add(_ number: UInt64) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        // The place of the sum.
        add(0)
        let start = bytes.count
        add(UInt64(contents.artistCount))
        add(UInt64(contents.albumCount))
        add(UInt64(bitPattern: Int64(contents.playtime / .microseconds(1))))
        add(UInt64(bitPattern: contents.changeTime))
        add(UInt64(mark.utf8.count))
        bytes += mark.utf8
        bytes += archive
        guard bytes.count <= Self.largest else { return Self.remove(path) }
        let sum = Self.sum(of: bytes, from: start)
        withUnsafeBytes(of: sum) { bytes.replaceSubrange(start - 8..<start, with: $0) }
        // Others may have been able to read the former one.
        Self.remove(path)
        do throws(WholeFile.Failure) { try WholeFile.replace(path, with: bytes) } catch {
            Logger("mpd").warning("cannot keep the songs for the next start", ["error": error.message])
        }
    }

    /// Removes the file, if it is there. Blocks.
    static func remove(_ path: String) { WholeFile.remove(path) }

    /// A sum that another order, another value, or a missing part changes.
    private static func sum(of bytes: [UInt8], from start: Int) -> UInt64 {
        bytes.withUnsafeBytes { raw in
            var sum = UInt64(raw.count)
            var place = start
            while place + 8 <= raw.count {
                let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 32
                place += 8
            }
            while place < raw.count {
                sum = (sum ^ UInt64(raw[place])) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 32
                place += 1
            }
            return sum
        }
    }
}

/// The songs that are kept, for whoever ends the listening for good.
package enum KeptSongs {
    /// Removes them, and what a program left that was killed while it wrote them. No program may listen meanwhile. Blocks.
    package static func remove(in state: String) {
        KeptLibrary.remove(KeptLibrary.path(in: state))
        FileSystem.forEachName(in: Array(state.utf8)) { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            if name.hasPrefix(KeptLibrary.unfinished) { WholeFile.remove(state + "/" + name) }
            return true
        }
    }
}

/// The file, read once before the songs are needed, and written behind the answers.
@MediaActor
final class LibraryFile {
    private let path: String
    private var reading: Task<KeptLibrary?, Never>?
    /// It has no more than what is known.
    private var isUsed = false
    /// The songs that were loaded during a scan.
    private var unkept: KeptLibrary?

    init(_ directories: UserDirectories) { path = KeptLibrary.path(in: directories.state) }

    /// Reads it beside all else, for who asks for songs soon.
    func beginReading() {
        guard !isUsed, reading == nil else { return }
        reading = Task { [path] in await Background.files.run { KeptLibrary.read(path) } }
    }

    /// Returns the contents of the file if they are those of the present library; otherwise removes the file.
    func contents(of status: LibraryStatus) async -> LibraryContents? {
        beginReading()
        guard let reading else { return nil }
        let kept = await reading.value
        (self.reading, isUsed) = (nil, true)
        if let kept, kept.mark == KeptLibrary.mark(of: status) { return kept.contents }
        await Background.files.run { [path] in KeptLibrary.remove(path) }
        return nil
    }

    /// Keeps songs for the next start; while the library is scanned, there may be others in a moment.
    func keep(_ contents: LibraryContents, of status: LibraryStatus) {
        guard status.trackCount <= KeptLibrary.mostSongs else { return }
        unkept = KeptLibrary(mark: KeptLibrary.mark(of: status), contents: contents)
        note(status)
    }

    /// Keeps the songs that are not yet, if they are those of a library that is scanned no longer.
    func note(_ status: LibraryStatus) {
        guard status.scan == nil, let kept = unkept else { return }
        unkept = nil
        guard kept.mark == KeptLibrary.mark(of: status) else { return }
        Task { [path] in
            await Background.files.run {
                kept.write(path)
                Heap.giveBack()
            }
        }
    }

    /// The songs are forgotten, so it is read when they are needed again.
    func forget() { (reading, isUsed, unkept) = (nil, false, nil) }
}
