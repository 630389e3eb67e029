// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// The files in the folder of downloads, without the database; their names end with the beginning of the keys of
/// podcast and episode.
struct DownloadedFiles: Sendable {
    /// The number of characters of a key in a name.
    private static let (podcastLength, episodeLength) = (6, 8)

    /// The folder of all downloads.
    let folder: String

    /// Returns the files that were downloaded of a podcast, by the beginning of the key of their episodes. Blocks.
    func files(of podcast: StableKey) -> [String: String] {
        var files: [String: String] = [:]
        for directory in directories(of: podcast) {
            for name in names(in: directory) {
                guard let key = Self.mark(name, length: Self.episodeLength) else { continue }
                files[key] = directory + "/" + name
            }
        }
        return files
    }

    /// Returns the file of an episode among those of its podcast.
    static func file(of episode: StableKey, among files: [String: String]) -> String? {
        files[String(episode.text.prefix(episodeLength))]
    }

    /// Removes the downloads of a podcast, and its folder. Blocks.
    func removeAll(of podcast: StableKey) {
        for path in files(of: podcast).values { unlink(path) }
        for directory in directories(of: podcast) { rmdir(directory) }
    }

    /// Returns the number of files in the folder that are not among the known ones, and their bytes. Blocks.
    func unknown(besides known: Set<String>) -> (count: Int, bytes: Int64) {
        var (count, bytes): (Int, Int64) = (0, 0)
        for directory in names(in: folder) where !directory.hasPrefix(".") {
            for name in names(in: folder + "/" + directory) {
                let path = folder + "/" + directory + "/" + name
                var status = stat()
                guard !known.contains(path), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    continue
                }
                count += 1
                bytes += Int64(status.st_size)
            }
        }
        return (count, bytes)
    }

    /// Returns the space that is free on the disk of a folder, which need not exist yet, in bytes; `nil` if unknown.
    /// Blocks.
    static func freeSpace(at folder: String) -> Int64? {
        var status = statvfs()
        var path = folder
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
            path = String(path[..<slash])
        }
        return Int64(clamping: status.f_bavail) * Int64(clamping: status.f_frsize)
    }

    /// Returns the folders of a podcast; one whose title has changed has more than one.
    private func directories(of podcast: StableKey) -> [String] {
        let key = String(podcast.text.prefix(Self.podcastLength))
        return names(in: folder).filter { Self.lastWord($0) == key }.map { folder + "/" + $0 }
    }

    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func mark(_ name: String, length: Int) -> String? {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let word = lastWord(stem)
        return word.utf8.count == length ? word : nil
    }

    private static func lastWord(_ text: String) -> String { String(text.split(separator: " ").last ?? "") }
}

extension EpisodeDownloads {
    /// Registers files on the disk for episodes that do not know them, as after a backup was restored.
    ///
    /// - Returns: The number of such files.
    /// - Throws: `storage`.
    func adopt(_ podcasts: [PodcastRecord]) async throws(ContentError) -> Int {
        var count = 0
        for podcast in podcasts {
            let files = await left(of: podcast.key)
            guard !files.isEmpty else { continue }
            for episode in try await store.episodes(of: podcast.key) where episode.file == nil {
                guard let file = DownloadedFiles.file(of: episode.key, among: files) else { continue }
                try await store.setFile(file, of: episode.key, .byHand)
                count += 1
            }
        }
        return count
    }

    private func left(of podcast: StableKey) async -> [String: String] {
        await executor.run { [files] in files.files(of: podcast) }
    }

    /// Removes the downloads of a podcast without a subscription, known to the store or not.
    func removeAll(of podcast: StableKey) async {
        await executor.run { [files] in files.removeAll(of: podcast) }
    }
}
