// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore

/// A file of chapters, as Podcasting 2.0 has it (`application/json+chapters`).
enum ChapterFile {
    /// The largest file, in bytes.
    static let limit = 1 << 20
    private static let titleLimit = 500

    private struct File: Decodable {
        var chapters: [Listed]
    }

    private struct Listed: Decodable {
        var startTime: Double
        var title: String?
        /// Whether it should be listed.
        var toc: Bool?
    }

    /// Returns the chapters in order; `nil` if the data is not a file of chapters.
    static func read(_ bytes: [UInt8]) -> [Chapter]? {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)) else { return nil }
        let chapters = file.chapters.prefix(Chapter.limit).compactMap { chapter -> Chapter? in
            let title = FeedText.line(chapter.title ?? "", limit: titleLimit)
            // No episode lasts for weeks.
            guard chapter.toc != false, !title.isEmpty, (0..<2_000_000).contains(chapter.startTime) else { return nil }
            return Chapter(start: .milliseconds(Int64(chapter.startTime * 1000)), title: title)
        }
        return chapters.sorted { $0.start < $1.start }
    }
}
