// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession
internal import PlaylistFormats

/// Finds the tracks of a playlist that is given as a file or as an address; everything else is passed to the next
/// resolver.
package struct PlaylistMediaResolver: MediaResolving {
    /// The maximum number of entries without any details whose files are examined; the others are named by their files.
    private static let lookLimit = 200

    private let media: any MediaResolving
    private let entries: EntryResolver

    private let fetch: StationLocator.Fetch
    private let web: WebListLocator?

    /// - Parameters:
    ///   - media: Resolves files, folders and streams.
    ///   - fetch: Fetches the list at an address; `nil` for a stream.
    ///   - web: Refuses web pages without sound.
    package init(
        media: any MediaResolving, library: any TrackFinding, fetch: @escaping StationLocator.Fetch,
        web: WebListLocator? = nil
    ) {
        (self.media, self.web) = (media, web)
        self.fetch = fetch
        entries = EntryResolver(library: library)
    }

    package func tracks(at location: MediaLocation) async throws(ContentError) -> [Track] {
        let sounds = try await web?.check(location, fetch) ?? []
        if !sounds.isEmpty { return try await tracks(of: sounds, on: location) }
        if RemoteList.isNamed(location), let found = try await remoteTracks(at: location) { return found }
        guard let path = location.filePath.map(PathBytes.normalized), PlaylistFormat(fileName: path) != nil else {
            return try await media.tracks(at: location)
        }
        let document = try await Self.document(at: path)
        let list = document.identity?.key.identifier(.playlist) ?? ShelvedList.identifier(path)
        // Lists in a list are opened, but not those in them.
        var flat: [PlaylistEntry] = []
        for entry in document.entries where flat.count < PlaybackQueue.capacity {
            guard let inner = entry.location.filePath, PlaylistFormat(fileName: inner) != nil else {
                flat.append(entry)
                continue
            }
            guard inner != path, let nested = try? await Self.document(at: inner).entries else { continue }
            flat += nested.filter { $0.location.filePath.map { PlaylistFormat(fileName: $0) == nil } ?? true }
        }
        let resolved = await entries.resolve(flat.prefix(PlaybackQueue.capacity), of: list)
        var tracks: [Track] = []
        var looks = 0
        let played = Set(EntryResolver.played(resolved).map(\.track.identifier))
        for (entry, found) in zip(flat, resolved) where played.contains(found.track.identifier) {
            let isDescribed =
                entry.title != nil || found.isStreaming || found.isMissing || found.track.title != entry.shownTitle
            guard !isDescribed, looks < Self.lookLimit else {
                tracks.append(found.track)
                continue
            }
            looks += 1
            // A medium that is divided has several.
            tracks += (try? await media.tracks(at: found.track.location)) ?? [found.track]
        }
        guard !tracks.isEmpty else {
            throw ContentError(.notPlayable, "there is nothing to play in \(location); its files may have been moved")
        }
        return Array(tracks.prefix(PlaybackQueue.capacity))
    }

    /// Returns the tracks of the sounds of a web page, with the page's descriptions.
    ///
    /// A single one keeps the address of the page, which on many servers remains valid longer than that of the sound.
    private func tracks(
        of sounds: [WebPage.Sound], on page: MediaLocation
    ) async throws(ContentError) -> [Track] {
        var tracks: [Track] = []
        for sound in sounds.prefix(PlaybackQueue.capacity) {
            guard let location = sounds.count == 1 ? page : MediaLocation(uri: sound.address) else { continue }
            tracks += try await media.tracks(at: location).prefix(1).map { $0.described(by: sound) }
        }
        return tracks
    }

    /// Returns the tracks of a list on a web server; `nil` if the address is a stream itself.
    private func remoteTracks(at address: MediaLocation) async throws(ContentError) -> [Track]? {
        let list: RemoteList?
        do throws(PlaybackError) { list = try await fetch(address) } catch {
            throw ContentError(
                error.code == .notFound ? .notFound : .unreadable, "cannot play \(address): \(error.message)")
        }
        guard let list, let all = list.entries() else { return nil }
        let entries = await entries.resolve(
            all.prefix(PlaybackQueue.capacity), of: ShelvedList.identifier(Array(address.uri.utf8)))
        guard !entries.isEmpty else {
            throw ContentError(.notPlayable, "cannot play \(address): the playlist \(list.refusal)")
        }
        return entries.map(\.track)
    }

    /// Reads a playlist file.
    ///
    /// - Parameter deed: The action that fails if it cannot be read.
    static func document(
        at path: [UInt8], to deed: String = "play"
    ) async throws(ContentError) -> PlaylistDocument {
        let location = MediaLocation(filePath: path)
        let executor = BlockingExecutor(label: "oncue.playlists.resolver")
        return try await executor.runThrowing { () throws(ContentError) in
            do throws(FileAccess.Failure) {
                let bytes = try FileAccess.read(path, limit: PlaylistFormat.sizeLimit).bytes
                guard let document = PlaylistFile.read(bytes, list: location) else {
                    throw FileAccess.Failure.notAPlaylist
                }
                return document
            } catch {
                let code: ContentError.Code =
                    switch error {
                    case .notAPlaylist: .notPlayable
                    default: error.isAbsence ? .notFound : .unreadable
                    }
                throw ContentError(code, "cannot \(deed) \(location): \(error.text)")
            }
        }
    }
}

extension Track {
    /// The genre that marks a page's episode as one.
    private static let podcast = "Podcast"

    /// Returns the track of a sound, with the descriptions of its page.
    fileprivate func described(by sound: WebPage.Sound) -> Track {
        var track = self
        if !sound.title.isEmpty { track.title = sound.title }
        if !sound.artist.isEmpty { track.artists = [sound.artist] }
        if !sound.album.isEmpty { track.album = sound.album }
        if !sound.date.isEmpty { track.date = sound.date }
        track.trackNumber = sound.number ?? track.trackNumber
        track.duration = sound.duration ?? track.duration
        track.picture = sound.picture.flatMap { MediaLocation(uri: $0) } ?? track.picture
        switch sound.kind {
        case "episode": track.genres = [Self.podcast]
        case "station":
            track.identifier = ContentIdentifier(kind: .station, key: identifier.key)
            track.duration = nil
        default: break
        }
        return track
    }
}
