// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import LinkedMedia
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCueMedia
internal import OnCueOutputs
internal import OnCuePlayback
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState
internal import SystemServices

/// The parts behind the bus, opened in order.
@MediaActor
struct ServiceParts {
    let library: any LibraryManaging
    let workers: MediaWorkers
    let artwork: ArtworkStore
    let catalog: Catalog
    let queries: SavedQueryStore
    let queryChanges: Broadcast<Void>
    let trash: ServiceTrash
    let content: CombinedContentSource
    let suggested: SuggestedItems
    let manager: ContentManager
    let listening: ListeningParts
    let suggestions: SuggestionParts
    let activities: ActivityStore
    let notifications: NotificationStore
    /// The events from web pages that the user has kept.
    let events: EventKeeper
    /// Resolves items that have a name instead of an address.
    let locators: MediaLocatorRouter
    /// Files of paired machines.
    let linked: LinkedLibrary
    let pictureSources: PictureSources
    let web: ServiceWeb
    let controller: PlaybackController
    let session: SessionStore
    let sound: SoundCenter
    /// `nil` if sound does not go to the sound server.
    let outputs: OutputKeeper?
    /// `nil` if the outputs are fixed.
    let snapcast: SnapcastOutputWatch?
    let browsers: BrowserDesk
    let system: SystemBus
    let notificationStore: NotificationSettingsFile
    let notificationSettings: NotificationSettings
    let sleep: SleepKeeper
    let sleepWatch: LogindSleepWatch
    /// `nil` if sound does not go to the sound server.
    let soundServer: SoundServerWatch?
    let similar: SimilarKeeper
    let opinions: OpinionWatch
    let center: NowPlayingCenter
    let chapters: ChapterCenter
    let lyrics: LyricsCenter
    let files: FileReports
    let findings: ServiceFindings
    let podcasts: PodcastCenter
    let lists: ListParts
    let revision: ContentTree.Revision
    let hasFolders: Bool
    /// Whether the library has never had a folder.
    let isNewLibrary: Bool

    /// Opens catalog, session and engine, in folders that exist.
    ///
    /// - Throws: ``DaemonError`` with `storage`.
    static func open(_ configuration: ServiceConfiguration) async throws(DaemonError) -> ServiceParts {
        let directories = configuration.directories
        do throws(LibraryError) {
            let log = Logger("catalog")
            let tell: @Sendable (String) -> Void = { log.warning("storage", ["detail": $0]) }
            let databases = await ServiceDatabases.folders(directories, log: tell)
            let catalog = try await Catalog.open(path: databases.data.path + "/catalog.sqlite", log: tell)
            let workers = MediaWorkers()
            let tags = TagSource.workers(workers)
            let pictureSources = PictureSources()
            let web = ServiceWeb(configuration.settings)
            let findings = ServiceFindings(configuration.settings, directories, web, workers: workers)
            let artwork = ArtworkStore(
                folder: directories.cache + "/artwork", workers: workers,
                fetcher: ServicePictures.make(directories, web, pictureSources), covers: findings.covers,
                limit: configuration.settings.cacheSize)
            let library = CatalogLibrary(
                catalog: catalog, tags: tags, isWatching: true,
                verificationInterval: configuration.settings.checkInterval, log: tell)
            let store = SessionStore(path: databases.state.path + "/state.sqlite", log: tell)
            let session = await store.load()
            let savedSound = await store.loadSound()
            let locators = MediaLocatorRouter()
            let linked = LinkedLibrary(configuration.settings, directories)
            locators.set(linked, for: LinkedMedium.host)
            let webMedia = WebMedia(client: web.makeStreamClient(), linked: linked)
            let browser = BrowserEngine(MediaBytes(web: webMedia))
            let places = SwitchedEngine(DeckEngine(outputs: configuration.outputs, web: webMedia), browser: browser)
            let engine = SegmentEngine(ResolvingEngine(places, locator: locators))
            let listening = await ListeningParts.open(
                in: databases.data, catalog, rules: configuration.listeningRules, log: tell)
            let status = try await library.libraryStatus()
            let podcasts = ServicePodcasts.make(configuration, in: databases.data, web, listening: listening.store)
            let trash = TrashFolder(path: directories.data + "/trash")
            let lists = ListParts(
                configuration, web, library: library, catalog: catalog, listening: listening.store,
                episodes: podcasts.finder, trash: trash)
            (pictureSources.podcasts, pictureSources.stations) = (podcasts, lists.stations)
            locators.setForWeb(lists.webLocator)
            locators.setForFiles(MovedFileLocator(catalog: catalog))
            let tree = CatalogContentSource(catalog: catalog)
            let favourites = LibraryFavourites(library: tree, listening: listening.store)
            let activities = ActivityStore(
                path: databases.data.path + "/activities.sqlite", isLasting: databases.data.isLasting, log: tell)
            let noticeStore = NotificationStore(
                path: databases.data.path + "/notifications.sqlite", isLasting: databases.data.isLasting, log: tell)
            let events = EventKeeper(store: activities, library: tree)
            var podcastBranch = ServiceBranches.podcasts(podcasts.source)
            // Events are not in any branch, but can be found by searches.
            podcastBranch.queries.append(events)
            let others = [lists.playlistBranch, podcastBranch, lists.radioBranch]
            let forYou = ServiceForYou(
                library: tree, favourites: favourites, directories: directories, trash: trash, others: others)
            await forYou.keepNamesApart(from: lists.shelf)
            let ratings = KeptRatings(store: listening.store)
            await ratings.load()
            let content = CombinedContentSource(
                [forYou.branch, ServiceBranches.library(tree, favourites)] + others, revision: status.revision,
                ratings: ratings)
            let manager = ContentManager(
                source: content,
                resolver: lists.resolver(behind: CatalogMediaResolver(catalog: catalog, tags: tags)),
                listening: listening.store)
            let opinions = OpinionWatch(manager: manager, store: listening.store)
            let controller = PlaybackController(
                engine: engine, store: store, session: session, sound: savedSound,
                seed: UInt64.random(in: 0 ... .max))
            manager.delegate = ControllerSelectionPlayer(controller, locator: locators)
            let system = SystemBus()
            let notifications = NotificationSettingsFile(path: directories.state + "/notifications")
            let soundServer = SoundServerWatch()
            let made = await ServiceOutputs.make(
                configuration, controller, server: soundServer, system: system, browser: browser)
            let outputs = made?.keeper
            let sleepWatch = LogindSleepWatch(system: system)
            let sound = SoundCenter(
                engine: engine, controller: controller, store: store, saved: savedSound.preferences)
            return ServiceParts(
                library: library, workers: workers, artwork: artwork, catalog: catalog, queries: forYou.queries,
                queryChanges: forYou.queryChanges,
                trash: ServiceTrash(
                    folder: trash, shelf: lists.shelf, stations: lists.stations, queries: forYou.queries,
                    podcasts: podcasts),
                content: content,
                suggested: forYou.suggested,
                manager: manager,
                listening: listening,
                suggestions: await SuggestionParts.open(in: databases.data, log: tell),
                activities: activities,
                notifications: noticeStore,
                events: events,
                locators: locators,
                linked: linked,
                pictureSources: pictureSources,
                web: web,
                controller: controller,
                session: store,
                sound: sound,
                outputs: outputs,
                snapcast: made?.snapcast,
                browsers: BrowserDesk(
                    outputs: made?.browsers, engine: browser, fixed: configuration.settings.text(.output)),
                system: system,
                notificationStore: notifications,
                notificationSettings: await notifications.load(),
                sleep: SleepKeeper(controller: controller, watch: sleepWatch, outputs: outputs),
                sleepWatch: sleepWatch,
                soundServer: outputs == nil ? nil : soundServer,
                similar: SimilarKeeper(
                    controller: controller, finder: SimilarTracks(catalog: catalog, listening: listening.store)),
                opinions: opinions,
                center: NowPlayingCenter(artwork: artwork, opinions: opinions),
                chapters: ChapterCenter(
                    reader: ServiceChapters(podcasts: podcasts, files: FileChapters(workers: workers)),
                    controller: controller),
                lyrics: LyricsCenter(reader: findings.lyrics, controller: controller),
                files: FileReports(workers: workers),
                findings: findings,
                podcasts: podcasts,
                lists: lists,
                revision: status.revision,
                hasFolders: !status.folders.isEmpty,
                isNewLibrary: status.folders.isEmpty && status.revision <= Catalog.firstRevision)
        } catch {
            throw DaemonError(.storage, error.message)
        }
    }

    /// Adds the folders from the command line, and scans for changes.
    ///
    /// A library that has always been empty begins with the user's music folder, so that no setup is necessary. When
    /// the task is cancelled, folders that were not begun are left out: the command line lists them again next time.
    func beginLibrary(_ folders: [MediaLocation], music: String) async {
        let log = Logger("library")
        let isWanted = isNewLibrary && folders.isEmpty
        let isPresent = await BlockingExecutor(label: "oncue.directories").run {
            isWanted && access(music, R_OK | X_OK) == 0
        }
        for folder in folders + (isPresent ? [MediaLocation(filePath: Array(music.utf8))] : []) {
            guard !Task.isCancelled else { return }
            do throws(LibraryError) {
                try await library.addFolder(folder)
            } catch {
                log.warning("cannot add a folder", ["folder": folder.description, "error": error.message])
            }
        }
        // Adding a folder scans it, and the others as well. Without folders there is nothing to scan, and a client that
        // adds the first gets the report of its own scan.
        if folders.isEmpty && hasFolders { await library.scan() }
    }

    /// Saves everything and releases all resources.
    ///
    /// - Parameter isSaved: Set when all data of the user and the journal is saved, before anything that may hang.
    func close(isSaved: Mark) async {
        outputs?.close()
        sleep.close()
        similar.close()
        let last = await controller.finishSession()
        await sound.finish()
        await listening.close(last)
        await suggestions.close()
        await activities.close()
        isSaved.set()
        await session.close()
        await controller.shutDown()
        await linked.close()
        await outputs?.leave()
        await podcasts.stop()
        lists.close()
        await library.close()
        workers.close()
        await catalog.close()
    }
}
