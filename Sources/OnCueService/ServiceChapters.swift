// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueMedia
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession

/// The chapters of all media: those from the podcast for an episode, or else those in the file.
struct ServiceChapters: ChapterReading {
    let podcasts: PodcastCenter
    let files: FileChapters

    func chapters(of track: Track) async throws(ContentError) -> ChapterList {
        guard track.identifier.kind == .episode else { return try await files.chapters(of: track) }
        let told: Result<ChapterList, ContentError>
        do throws(ContentError) {
            told = .success(ChapterList(try await podcasts.chapters(of: track.identifier)))
        } catch {
            told = .failure(error)
        }
        if case .success(let list) = told, !list.isEmpty { return list }
        let found = try await files.chapters(of: track)
        return found.isEmpty ? try told.get() : found
    }
}
