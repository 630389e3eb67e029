// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSession
internal import PlaylistFormats

/// Finds the sound behind a web address without any: the first stream of a list of stations that is not recognisable by
/// its name, or the sound that a web page describes.
package struct WebListLocator: MediaLocating {
    private let fetch: StationLocator.Fetch
    private let taken: TakenSounds

    /// - Parameters:
    ///   - fetch: Fetches the list or the page at an address; `nil` for a stream.
    ///   - taken: Is told what is chosen from pages.
    package init(fetch: @escaping StationLocator.Fetch, taken: TakenSounds = TakenSounds()) {
        self.fetch = fetch
        self.taken = taken
    }

    /// The stream that a list names first, the sound of a page, or the address itself where there is something else.
    ///
    /// - Throws: `notFound`, `network`, and `notPlayable` for a list that names no stream and for a web page without
    ///   sound.
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        guard let list = try await fetch(location) else { return location }
        if list.isWebPage { return try await sound(of: list, at: location) }
        return try stream(of: list, at: location)
    }

    private func sound(of list: RemoteList, at location: MediaLocation) async throws(PlaybackError) -> MediaLocation {
        guard let sound = list.page?.sound, let address = MediaLocation(uri: sound.address), address != location else {
            throw PlaybackError(.notPlayable, "cannot play \(location): it is a web page \(list.page.hint)")
        }
        guard list.closedHosts.isEmpty else {
            throw PlaybackError(
                .notPlayable,
                "cannot play \(location): the page comes from the internet but its sound is on the home network; to "
                    + "allow this: oncue config set network.private-links true")
        }
        taken.note(sound, from: location)
        guard RemoteList.isNamed(address), let list = try await fetch(address) else { return address }
        return try stream(of: list, at: address)
    }

    private func stream(of list: RemoteList, at location: MediaLocation) throws(PlaybackError) -> MediaLocation {
        guard list.isList, let entries = list.entries() else { return location }
        guard let stream = entries.lazy.map(\.location).first(where: { $0 != location && $0 != list.address }) else {
            throw PlaybackError(.notPlayable, "the playlist at \(location) \(list.refusal)")
        }
        return stream
    }
}

extension RemoteList {
    /// Whether the content has the signature of a list, or the server declares one.
    fileprivate var isList: Bool {
        PlaylistFormat(content: bytes) != nil || contentType.flatMap(PlaylistFile.format) != nil
    }
}

extension WebPage? {
    /// The reason why a page does not play and the next step, as the end of a sentence.
    fileprivate var hint: String {
        if let feed = self?.feed {
            let title = feed.title.isEmpty ? "a podcast" : "the podcast \"\(feed.title)\""
            return "that names no sound, but \(title); subscribe with: oncue podcast add URL"
        }
        if self?.isEmpty == false { return "that names no sound; see what it has with: oncue page URL" }
        return "without sound, not a stream; look on it for the address of the stream"
    }
}
