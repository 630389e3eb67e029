// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// The files behind items, for front ends.
@MediaActor
package final class FileDesk: nonisolated FileService {
    package typealias Failure = any Error

    private let manager: ContentManager
    private let files: any FileReporting
    private let web: (any WebKnowing)?

    /// - Parameter web: Has lyrics and covers that are not in files.
    package init(manager: ContentManager, files: any FileReporting, web: (any WebKnowing)? = nil) {
        self.manager = manager
        self.files = files
        self.web = web
    }

    @MediaActor
    package func file(of place: String) async throws -> ReportedFile {
        let selection = try await manager.tracks(at: try ContentPlace(place))
        guard let track = selection.tracks.first, selection.tracks.count == 1 else {
            throw ContentError(
                .refused, "\"\(selection.title)\" has \(selection.tracks.count) tracks; name one of them")
        }
        var report = try await files.report(onFileAt: track.location)
        if track.segment != nil { report = report.part(track) }
        if report.lyrics == nil, await web?.hasLyrics(of: track) == true { report.lyrics = .web }
        if report.picture == nil { report.picture = await web?.cover(of: track).map { .web($0) } }
        return ReportedFile(track.identifier, title: track.title, at: track.location, report)
    }
}
