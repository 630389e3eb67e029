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

    package init(manager: ContentManager, files: any FileReporting) {
        self.manager = manager
        self.files = files
    }

    @MediaActor
    package func file(of place: String) async throws -> ReportedFile {
        let selection = try await manager.tracks(at: try ContentPlace(place))
        guard let track = selection.tracks.first, selection.tracks.count == 1 else {
            throw ContentError(
                .refused, "\"\(selection.title)\" has \(selection.tracks.count) tracks; name one of them")
        }
        return ReportedFile(
            track.identifier, title: track.title, at: track.location,
            try await files.report(onFileAt: track.location))
    }
}
