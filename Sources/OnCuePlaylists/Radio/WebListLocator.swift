// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSession
internal import PlaylistFormats

/// Finds the sound behind a web address that is not sound itself: the first stream of a list of stations that is not
/// recognisable by its name, or the sound that a web page describes.
package struct WebListLocator: MediaLocating {
    private let fetch: StationLocator.Fetch
    private let taken: TakenSounds

    /// - Parameters:
    ///   - fetch: Fetches the list or the page at an address; `nil` for a stream.
    ///   - taken: Is notified of the sounds chosen from pages.
    package init(fetch: @escaping StationLocator.Fetch, taken: TakenSounds = TakenSounds()) {
        self.fetch = fetch
        self.taken = taken
    }

    /// Returns the stream that a list names first, the sound of a page, or the address itself for anything else.
    ///
    /// - Throws: `notFound`, `network`, and `notPlayable` for a list that names no stream and for a web page without
    ///   sound.
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        guard let list = try await fetch(location) else { return location }
        if list.isWebPage { return try await sound(of: list, at: location) }
        return try stream(of: list, at: location)
    }

    /// Checks an address before it replaces the current item, if it may be that of a web page: a page without sound is
    /// refused, and the sound of another one is noted, so that the page is not requested again when it plays.
    ///
    /// - Parameter fetch: Fetches the content of an address that is not sound by its type.
    /// - Returns: The sounds of a page; none for anything else.
    /// - Throws: `notPlayable` for a page without sound; `unavailable` for a server that does not answer in time; `notFound`
    ///   if there is nothing at the address.
    func check(
        _ location: MediaLocation, _ fetch: StationLocator.Fetch
    ) async throws(ContentError) -> [WebPage.Sound] {
        guard Self.mayBePage(location) else { return [] }
        do throws(PlaybackError) {
            guard let list = try await fetch(location), list.isWebPage else {
                taken.forget(location)
                return []
            }
            _ = try await sound(of: list, at: location)
            return list.sounds
        } catch {
            switch error.code {
            case .notPlayable: throw ContentError(.notPlayable, error.message)
            case .network: throw ContentError(.unavailable, "cannot play \(location): \(error.message)")
            case .notFound: throw ContentError(.notFound, "cannot play \(location): \(error.message)")
            // The player reports other problems in more detail.
            default: taken.forget(location)
            }
            return []
        }
    }

    package func known(_ location: MediaLocation) -> MediaLocation? {
        taken[location].flatMap { MediaLocation(uri: $0.address) }.flatMap { RemoteList.isNamed($0) ? nil : $0 }
    }

    /// Returns whether the name at the end of an address has no ending, or that of a page.
    private static func mayBePage(_ location: MediaLocation) -> Bool {
        guard location.scheme == "http" || location.scheme == "https" else { return false }
        let path = location.uri.dropFirst(location.scheme.count + 3).prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, let name = parts.last, let point = name.lastIndex(of: ".") else { return true }
        let ending = name[name.index(after: point)...].lowercased()
        return ["html", "htm", "xhtml", "php", "asp", "aspx", "jsp"].contains(ending)
    }

    private func sound(of list: RemoteList, at location: MediaLocation) async throws(PlaybackError) -> MediaLocation {
        guard list.page?.sound.map({ $0.address != location.uri }) == true else {
            throw PlaybackError(.notPlayable, "cannot play \(location): it is a web page \(list.page.hint)")
        }
        guard let sound = list.sounds.first, let address = MediaLocation(uri: sound.address), address != location else {
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

extension WebPage {
    /// `2 events and 1 place`
    fileprivate var contents: String {
        let all: [(count: Int, noun: String)] = [
            (podcasts.count, "podcast"), (episodes.count, "episode"), (albums.count, "album"),
            (recordings.count, "recording"), (stations.count, "station"), (events.count, "event"),
            (locations.count, "place"),
        ]
        let counts = all.filter { $0.count > 0 }.map { "\($0.count) \($0.noun)" + ($0.count == 1 ? "" : "s") }
        guard let last = counts.last, counts.count > 1 else { return counts.first ?? "nothing else" }
        return counts.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension WebPage? {
    /// The reason why a page does not play and the next step, as the end of a sentence.
    fileprivate var hint: String {
        if let feed = self?.feed {
            let title = feed.title.isEmpty ? "a podcast" : "the podcast \"\(feed.title)\""
            return "that names no sound, but \(title); subscribe with: oncue podcast add URL"
        }
        if let page = self, !page.isEmpty {
            return "that names no sound, but \(page.contents); see them with: oncue page URL"
        }
        return "without sound, not a stream; look on it for the address of the stream"
    }
}
