// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// The entries of OnCue in the desktop's list of recently used files. Everything here blocks.
///
/// There is no lock for that file: each program reads, changes and replaces it. A change that another program makes
/// meanwhile is noticed and kept, except at the moment of replacing. A file that cannot be read is left unchanged.
struct RecentFiles: Sendable {
    static let program = BookmarkList.Program(name: "OnCue", command: "oncue play %u")
    /// The maximum number of entries; the oldest are removed first.
    static let limit = 50
    /// The maximum size of a file that is read, in bytes.
    static let largest = 4 << 20
    private static let attempts = 5

    /// The absolute path of `recently-used.xbel`.
    let path: String
    /// Called between reading and replacing the file.
    var isAboutToReplace: @Sendable () -> Void = {}

    init(_ path: String) { self.path = path }

    /// Adds a container, unless it was added since `earliest`.
    ///
    /// - Returns: Whether it was added.
    func enter(_ container: RecentContainer, at now: Int64, unlessSince earliest: Int64) throws(ContentError) -> Bool {
        let uri = MediaLocation(filePath: container.path).uri
        return try change { list in
            if let time = list.time(of: uri, by: Self.program), (earliest...max(now, earliest)).contains(time) {
                return false
            }
            list.put(uri, title: container.title, type: container.type, by: Self.program, at: now)
            let own = Self.own(list).sorted { $0.time > $1.time }
            for entry in own.dropFirst(Self.limit) { list.remove(entry.uri, of: Self.program) }
            return true
        }
    }

    /// Removes the entries of a range of times, and those of some URIs.
    func takeBack(_ times: Range<Int64>, _ uris: Set<String> = []) throws(ContentError) {
        _ = try change { list in
            let going = Self.own(list).filter { times.contains($0.time) || uris.contains($0.uri) }
            for entry in going { list.remove(entry.uri, of: Self.program) }
            return !going.isEmpty
        }
    }

    /// Returns the number of entries.
    func count() throws(ContentError) -> Int { Self.own(try read().list).count }

    private static func own(_ list: BookmarkList) -> [(uri: String, time: Int64)] {
        list.uris.compactMap { uri in list.time(of: uri, by: program).map { (uri, $0) } }
    }

    /// Replaces the file, if `body` has changed something.
    private func change(_ body: (BookmarkList) -> Bool) throws(ContentError) -> Bool {
        for _ in 0..<Self.attempts {
            let (old, list) = try read()
            guard body(list) else { return false }
            isAboutToReplace()
            do {
                let new = try list.bytes()
                guard try WholeFile.read(path, limit: Self.largest) ?? [] == old else { continue }
                try WholeFile.replace(path, with: new)
                return true
            } catch { throw failure(error) }
        }
        throw ContentError(.storage, "\(path) changes all the time; close the programs that write it, and try again")
    }

    private func read() throws(ContentError) -> (bytes: [UInt8], list: BookmarkList) {
        do {
            let bytes = try WholeFile.read(path, limit: Self.largest) ?? []
            return (bytes, try BookmarkList(bytes))
        } catch { throw failure(error) }
    }

    private func failure(_ error: any Error) -> ContentError {
        if let error = error as? WholeFile.Failure { return ContentError(.storage, error.message) }
        let reason = (error as? BookmarkError)?.message ?? "\(error)"
        return ContentError(.storage, "\(path) cannot be read as a list of recent files: \(reason)")
    }
}

/// The entries that were made and their times, so that they can be removed again: a time and a URI on each line, the
/// oldest first. Everything here blocks.
struct RecentRecord: Sendable {
    struct Line: Sendable, Equatable {
        /// Seconds since 1970.
        var time: Int64
        var uri: String
    }

    /// The maximum number of lines.
    static let limit = 200
    private static let largest = 1 << 20

    let path: String

    /// Adds a URI at its latest time.
    ///
    /// - Returns: The URIs beyond the limit, whose entries must be removed.
    func add(_ uri: String, at time: Int64) throws(ContentError) -> [String] {
        let lines = try lines().filter { $0.uri != uri } + [Line(time: time, uri: uri)]
        try write(Array(lines.suffix(Self.limit)))
        return lines.dropLast(Self.limit).map(\.uri)
    }

    /// Removes the lines of a range of times, and returns their URIs.
    func remove(_ times: Range<Int64>) throws(ContentError) -> [String] {
        let lines = try lines()
        let going = lines.filter { times.contains($0.time) }
        if going.count == lines.count {
            WholeFile.remove(path)
        } else if !going.isEmpty {
            try write(lines.filter { !times.contains($0.time) })
        }
        return going.map(\.uri)
    }

    func lines() throws(ContentError) -> [Line] {
        let bytes: [UInt8]?
        do throws(WholeFile.Failure) { bytes = try WholeFile.read(path, limit: Self.largest) } catch {
            throw ContentError(.storage, error.message)
        }
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
            return Line(time: time, uri: String(parts[1]))
        }
    }

    private func write(_ lines: [Line]) throws(ContentError) {
        let text = lines.map { "\($0.time) \($0.uri)\n" }.joined()
        do throws(WholeFile.Failure) { try WholeFile.replace(path, with: Array(text.utf8)) } catch {
            throw ContentError(.storage, error.message)
        }
    }
}
