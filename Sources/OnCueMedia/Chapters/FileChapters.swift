// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// Reads the chapters in local files, in worker processes.
package struct FileChapters: ChapterReading {
    private let questions: FileQuestions

    /// - Parameter workers: The processes that open the files.
    package init(workers: MediaWorkers) {
        questions = FileQuestions(workers, label: "oncue.chapters")
    }

    /// Returns no chapters for a location that is not a local file, for a part of one, and for a file that crashes or
    /// blocks its reader.
    package func chapters(of track: Track) async throws(ContentError) -> ChapterList {
        guard track.segment == nil, let path = track.location.filePath else { return ChapterList() }
        switch await questions.answer(to: .chapters(path: path)) {
        case .success(.chapters(let list?)): return list
        case .success: throw ContentError(.unreadable, "cannot open \"\(track.location)\" to look for chapters")
        case .failure(let error):
            switch error.trouble {
            case .crashed, .tookTooLong, .answeredNonsense: return ChapterList()
            case .didNotAnswer, .noWorker: throw error.trouble.error(to: "look for chapters in", track.location)
            }
        }
    }
}
