// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Returns the request to the engine for an entry.
    ///
    /// - Parameter previous: The track that it follows without a break; `nil` if it was chosen.
    func makeRequest(
        _ token: PlaybackRequest.Token, _ entry: PlaybackQueue.Entry, after previous: Track?
    ) -> PlaybackRequest {
        let track = entry.track
        var request = PlaybackRequest(token: token, location: track.location, segment: track.segment)
        request.replayGain = track.replayGain
        request.prefersAlbumGain = playsAsAlbum(entry)
        request.isContinuous = previous?.isContinued(by: track) ?? false
        request.isSpokenWord = track.isSpokenWord
        request.isLive = track.isStation
        request.length = track.segment == nil ? track.duration : nil
        request.rate = rates.rate(of: track)
        request.outro = edges(of: track).outro
        return request
    }

    /// Returns whether the entry before or after it is from the same album, in the order of the album.
    private func playsAsAlbum(_ entry: PlaybackQueue.Entry) -> Bool {
        let (before, behind) = queue.neighbours(of: entry)
        return before?.track.precedes(entry.track) == true || behind.map { entry.track.precedes($0.track) } == true
    }
}
