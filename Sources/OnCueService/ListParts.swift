// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import HTTPClient
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePlaylists
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession

/// Playlists and radio stations: their stores, and the watches of their files.
@MediaActor
final class ListParts {
    /// One save of an editor makes several changes.
    private static let settlingTime: Duration = .milliseconds(200)

    let shelf: PlaylistShelf
    let stations: StationStore
    /// Reads web pages.
    let pages: PageLoader
    /// Searches open directories.
    let directories: DirectoryLoader
    /// The sounds that were chosen on pages.
    let taken = TakenSounds()
    private let library: any LibraryManaging
    private let finder: any TrackFinding
    private let episodes: EpisodeFinder
    private let listening: any ListeningStoring
    private let playlistFolder: String
    /// Fetches lists from web servers.
    private let fetch: StationLocator.Fetch
    /// Examines addresses without sound, whatever type their server claims.
    private let look: StationLocator.Fetch
    /// Finds the streams of stations.
    private let locator: StationLocator
    private var monitors: [String: FileMonitor] = [:]
    private var libraryFollower: Task<Void, Never>?
    private var folderFollower: Task<Void, Never>?
    private var settling: Task<Void, Never>?

    init(
        _ configuration: ServiceConfiguration, _ web: ServiceWeb, library: any LibraryManaging, catalog: Catalog,
        listening: any ListeningStoring, episodes: EpisodeFinder, trash: TrashFolder
    ) {
        let folders = configuration.directories
        // Later than in the previous run, as long as there is less than one change a second.
        let revision = ContentTree.Revision(UInt64(max(1, time(nil))))
        playlistFolder = folders.data + "/playlists"
        shelf = PlaylistShelf(folder: playlistFolder, revision: revision, trash: trash) {
            (try? await library.libraryStatus().folders) ?? []
        }
        stations = StationStore(path: folders.configuration + "/radio.m3u8", revision: revision, trash: trash)
        pages = PageLoader(client: web.makeClient())
        directories = DirectoryLoader(
            client: web.makeClient(), podcasts: configuration.settings.podcastDirectory,
            stations: configuration.settings.stationDirectory)
        let fetcher = RemoteListFetcher(client: web.makeClient())
        fetch = { address async throws(PlaybackError) in try await fetcher.list(at: address) }
        look = { address async throws(PlaybackError) in try await fetcher.list(at: address, believesType: false) }
        locator = StationLocator(fetch: fetch)
        self.library = library
        self.listening = listening
        self.episodes = episodes
        finder = JoinedTrackFinder([CatalogTrackFinder(catalog: catalog), episodes])
    }

    var playlistBranch: ContentBranch {
        ContentBranch(
            identifier: RootBranch.playlists.identifier, title: RootBranch.playlists.title, kinds: [.playlist],
            ownsCompoundKeys: true, source: PlaylistContentSource(shelf: shelf, library: finder, listening: listening)
        )
    }

    var radioBranch: ContentBranch {
        ContentBranch(
            identifier: RootBranch.radio.identifier, title: RootBranch.radio.title, kinds: [.station],
            source: StationContentSource(store: stations, locator: locator, listening: listening))
    }

    /// Finds the streams of lists that are not recognisable as lists by their names.
    var webLocator: WebListLocator { WebListLocator(fetch: look, taken: taken) }

    /// Opens playlists that are given as files, too.
    func resolver(behind media: any MediaResolving) -> any MediaResolving {
        PlaylistMediaResolver(media: media, library: finder, fetch: fetch, web: webLocator)
    }

    /// The playlists in a form that stores durable locations of their tracks.
    var lastingPlaylists: LastingPlaylists {
        LastingPlaylists(
            playlists: shelf, episodes: episodes, exchange: PlaylistExchange(shelf: shelf, library: finder))
    }

    /// Returns the user's playlists for paired machines.
    func shared(_ media: any HandoffMedia) -> SharedShelf {
        SharedShelf(
            shelf: shelf, library: finder, media: media, lasting: { [episodes] in await episodes.lasting($0) },
            roots: { [library] in (try? await library.libraryStatus().folders) ?? [] },
            ownNames: { HostName.all })
    }

    /// Reads everything, and then follows the changes.
    func begin() {
        libraryFollower = Task { @MediaActor [library, shelf] in
            for await event in await library.events() {
                if case .scanFinished = event { await shelf.refresh(isLibraryChanged: true) }
            }
        }
        Task { @MediaActor in
            await stations.open()
            await shelf.open()
            await watch()
            await shelf.refresh()
        }
        let changes = shelf.changes()
        folderFollower = Task { @MediaActor [weak self] in
            for await _ in changes { await self?.watch() }
        }
    }

    /// Watches the stations and the folders that contain playlists now.
    private func watch() async {
        let paths = Set([stations.path, playlistFolder] + (await shelf.ownFolders()))
        guard paths != Set(monitors.keys) else { return }
        monitors = monitors.filter { paths.contains($0.key) }
        for path in paths where monitors[path] == nil {
            monitors[path] = FileMonitor(path) { [weak self] in self?.filesChanged() }
        }
        if monitors.count < paths.count {
            Logger("lists").warning(
                "cannot watch files; changes by other programs show later", ["path": playlistFolder])
        }
    }

    private func filesChanged() {
        settling?.cancel()
        settling = Task { @MediaActor [stations, shelf] in
            guard (try? await MediaActor.sleep(for: Self.settlingTime)) != nil else { return }
            await stations.refresh()
            await shelf.refresh()
        }
    }

    func close() {
        libraryFollower?.cancel()
        folderFollower?.cancel()
        settling?.cancel()
        monitors = [:]
    }
}
