// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Names of folders and files that every file system takes.
enum DownloadNames {
    /// Returns a file name for a title: letters stay, characters with a meaning in paths are dropped; at most 80 bytes,
    /// never empty, never beginning with a dot.
    static func name(_ title: String) -> String {
        var out = ""
        var isSpaceDue = false
        for scalar in title.unicodeScalars {
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            guard isPlain || "-_,'()&+!".unicodeScalars.contains(scalar) || (scalar == "." && !out.isEmpty) else {
                isSpaceDue = !out.isEmpty
                continue
            }
            let piece = (isSpaceDue ? " " : "") + String(scalar)
            guard out.utf8.count + piece.utf8.count <= 80 else { break }
            out += piece
            isSpaceDue = false
        }
        while out.last == "." || out.last == " " { out.removeLast() }
        return out.isEmpty ? "untitled" : out
    }

    /// Returns the path of an episode below the folder of all downloads.
    static func path(of episode: EpisodeRecord, in folder: String) -> String {
        let suffix = MediumType.suffix(for: episode.type, address: episode.address)
        let podcast = name(episode.podcastTitle) + " " + episode.podcast.text.prefix(6)
        return folder + "/" + podcast + "/" + name(episode.title) + " " + episode.key.text.prefix(8) + "." + suffix
    }

    /// Returns its path while it is loading.
    static func partialPath(of key: StableKey, in folder: String) -> String { folder + "/.loading/" + key.text }
}
