// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import OnCueSuggestions
internal import SQLite

/// Counts the data that an erasure removes and keeps.
struct ErasureCounts {
    private let files: KeptFiles

    init(_ files: KeptFiles) {
        self.files = files
    }

    /// The counts. Blocks.
    var report: ErasureReport {
        let state = Self.state(in: files.suggestions)
        let said = state.said
        return ErasureReport(
            removed: [
                .init(.journal, KeptFiles.count("SELECT COUNT(*) FROM journal", in: files.listening)),
                .init(
                    .records,
                    KeptFiles.count(
                        """
                        SELECT COUNT(*) FROM records WHERE play_count > 0 OR skip_count > 0 OR last_played IS NOT NULL
                            OR position IS NOT NULL
                        """, in: files.listening)),
                .init(.donations, KeptFiles.count("SELECT COUNT(*) FROM donations", in: files.suggestions)),
                .init(.activities, KeptFiles.count("SELECT COUNT(*) FROM activities", in: files.activities)),
                .init(.foreign, KeptFiles.count("SELECT COUNT(*) FROM items", in: files.activities)),
                .init(.events, KeptFiles.count("SELECT COUNT(*) FROM events", in: files.activities)),
                .init(.notifications, KeptFiles.count("SELECT COUNT(*) FROM requests", in: files.notifications)),
                .init(.said, said.pinned.count + said.never.count + said.neverHere.count),
                .init(.raised, state.memory.entries.count),
                .init(.devices, state.devices.all.count),
                .init(.places, state.places.all.count),
                .init(
                    .queue,
                    KeptFiles.count(
                        "SELECT (SELECT COUNT(*) FROM entries) + (SELECT COUNT(*) FROM waiting_entries)",
                        in: files.session)
                        + KeptFiles.count("SELECT COALESCE(SUM(count), 0) FROM packed_entries", in: files.session)),
                .init(
                    .sound,
                    KeptFiles.count(
                        "SELECT (SELECT COUNT(*) FROM rates) + (SELECT COUNT(*) FROM output_volumes)",
                        in: files.session)),
                .init(.recent, lines(of: files.recent)),
                .init(.trash, ErasedTrash(files).count),
                .init(.files, ErasedFiles(files).all.count),
            ],
            kept: [
                .init(.tracks, KeptFiles.count("SELECT COUNT(*) FROM tracks", in: files.catalog)),
                .init(
                    .likes,
                    KeptFiles.count(
                        "SELECT COUNT(*) FROM records WHERE favourite = 1 OR disliked = 1", in: files.listening)),
                .init(
                    .stars,
                    KeptFiles.count("SELECT COUNT(*) FROM records WHERE stars IS NOT NULL", in: files.listening)),
                .init(.bookmarks, KeptFiles.count("SELECT COUNT(*) FROM bookmarks", in: files.listening)),
                .init(.playlists, (try? FileManager.default.contentsOfDirectory(atPath: files.playlists))?.count ?? 0),
                .init(.podcasts, KeptFiles.count("SELECT COUNT(*) FROM podcasts", in: files.podcasts)),
                .init(.times, state.times.count),
            ])
    }

    private func lines(of path: String) -> Int {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).split(separator: "\n")
            .count
    }

    static func state(in path: String) -> SuggestionState {
        guard KeptFiles.isPresent(path), let connection = try? Connection(path: path, mode: .readOnly),
            let text = try? DonationRows(connection: connection).state()
        else { return SuggestionState() }
        return decode(text)
    }

    static func decode(_ text: String) -> SuggestionState {
        (try? JSONDecoder().decode(SuggestionState.self, from: Data(text.utf8))) ?? SuggestionState()
    }
}
