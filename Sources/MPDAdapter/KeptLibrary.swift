// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import GLib
internal import Glibc
internal import MPDProtocol
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The songs of the library, kept in a file of the state folder, to which the unit may write, so that the next start
/// does not need to ask the daemon for them.
///
/// The file is used only if the daemon reports a library with the same mark. A file that is damaged, has another
/// version, or does not belong to this user only is treated as missing.
struct KeptLibrary: Sendable {
    /// The origin of the songs: the version of the program that read them, and the state of the library.
    let mark: String
    let contents: LibraryContents

    /// The largest size of the file, in bytes, and the maximum number of songs for which it is written. Writing takes
    /// three times the size, of the 384 MB that the unit has.
    static let (largest, mostSongs) = (96 << 20, 200_000)
    private static let name = Array("OnCue songs 1\n".utf8)

    static func path(in state: String) -> String { state + "/mpd-songs" }

    /// The prefix of the names of files that are being written.
    static let unfinished = "mpd-songs.new-"

    /// Returns the mark of a library.
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
    /// - Returns: The songs, or `nil` if there is no usable file.
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
        // The place of the checksum.
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
        // The previous file may have been readable by others.
        Self.remove(path)
        do throws(WholeFile.Failure) { try WholeFile.replace(path, with: bytes) } catch {
            Logger("mpd").warning("cannot keep the songs for the next start", ["error": error.message])
        }
    }

    /// Removes the file if it exists. Blocks.
    static func remove(_ path: String) { WholeFile.remove(path) }

    /// Returns a checksum that depends on every value, their order, and their number.
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

/// The kept songs, as far as the command that ends listening for good needs them.
package enum KeptSongs {
    /// Removes the kept songs, and files left by a program that was killed while writing them. No program may be
    /// listening meanwhile. Blocks.
    package static func remove(in state: String) {
        KeptLibrary.remove(KeptLibrary.path(in: state))
        FileSystem.forEachName(in: Array(state.utf8)) { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            if name.hasPrefix(KeptLibrary.unfinished) { WholeFile.remove(state + "/" + name) }
            return true
        }
    }
}

/// The file of the kept songs, which is read once before the songs are needed, and written after clients were answered.
@MediaActor
final class LibraryFile {
    private let path: String
    private var reading: Task<KeptLibrary?, Never>?
    /// Whether the file has been used: it contains nothing new.
    private var isUsed = false
    /// The songs that were loaded during a scan.
    private var unkept: KeptLibrary?

    init(_ directories: UserDirectories) { path = KeptLibrary.path(in: directories.state) }

    /// Starts reading the file in the background, for a caller that will soon need the songs.
    func beginReading() {
        guard !isUsed, reading == nil else { return }
        reading = Task { [path] in await Background.files.run { KeptLibrary.read(path) } }
    }

    /// Returns the contents of the file if they are those of the current library; otherwise removes the file.
    func contents(of status: LibraryStatus) async -> LibraryContents? {
        beginReading()
        guard let reading else { return nil }
        let kept = await reading.value
        (self.reading, isUsed) = (nil, true)
        if let kept, kept.mark == KeptLibrary.mark(of: status) { return kept.contents }
        await Background.files.run { [path] in KeptLibrary.remove(path) }
        return nil
    }

    /// Keeps songs for the next start; during a scan, waits until it has ended, as the library may change at any
    /// moment.
    func keep(_ contents: LibraryContents, of status: LibraryStatus) {
        guard status.trackCount <= KeptLibrary.mostSongs else { return }
        unkept = KeptLibrary(mark: KeptLibrary.mark(of: status), contents: contents)
        note(status)
    }

    /// Writes the songs loaded during a scan, if they are still current and the scan has ended.
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

    /// Notes that the songs were forgotten, so that the file is read when they are needed again.
    func forget() { (reading, isUsed, unkept) = (nil, false, nil) }
}
