// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension ConfigurationKey {
    /// All keys, group by group: the only source of the parser, the manual page, the example and the command.
    package static let all =
        [
            output, outputReturn, resumeLength, resumePlaying, refreshInterval, podcastDirectory, stationDirectory,
            checkInterval, cacheSize,
            artworkWeb, artworkServer, lyricsWeb, lyricsServer, providerDeadline, desktopSearch, desktopUndo,
            desktopRecent,
            peopleContacts, peoplePresence, voiceRecogniser, voiceAnswers, snapcastServer, snapcastDelay, shareFiles,
            shareLibrary, fetchFiles, fetchedSize, handoffTogether, handoffShare, televisionExport,
            privateLinks,
            logLevel,
        ] + KeyAction.allCases.map(\.configurationKey)

    /// The group of the keys of the full-screen program, in which each key is named after an action.
    package static let keysGroup = "keys"

    /// Returns the key with this name, or `nil` if there is none.
    package static func named(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }

    /// The groups in the order of their keys.
    package static var groups: [String] {
        all.map(\.group).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    package static let output = ConfigurationKey(
        "playback", "output", .outputs, standard: "auto", effect: .nextStart,
        "Outputs to try in order: auto is the sound server or the sound card, silent plays without sound, and anything "
            + "else is the name of a GStreamer sink, or a file.wav to write to.")

    package static let outputReturn = ConfigurationKey(
        "playback", "output-return", .whole(0...86_400, unit: "seconds"), standard: "300",
        "After an output was lost, such as unplugged headphones, playback resumes automatically if it "
            + "returns within this "
            + "time; 0 for never.")

    package static let resumeLength = ConfigurationKey(
        "playback", "resume-length", .whole(1...1440, unit: "minutes"), standard: "20",
        "Tracks of at least this length resume where you left off; episodes and audiobooks always do.")

    package static let resumePlaying = ConfigurationKey(
        "playback", "resume-playing", .flag, standard: "false", effect: .nextStart,
        "Resume playing when the daemon starts, if something was playing when it quit or was killed; "
            + "otherwise it is paused "
            + "there.")

    package static let refreshInterval = ConfigurationKey(
        "podcasts", "refresh-interval", .whole(15...10_080, unit: "minutes"), standard: "120",
        "How often a podcast feed is checked of which little is known. The others are checked when they usually publish, "
            + "the more often the smaller this is. A change takes effect after the next check.")

    package static let podcastDirectory = ConfigurationKey(
        "podcasts", "directory", .address, standard: "https://itunes.apple.com/search",
        "The directory that oncue podcast search asks: that of Apple, or such as https://gpodder.net/search.json or "
            + "https://api.fyyd.de/0.2/search/podcast. Your words are all that is sent, and only then.")

    package static let stationDirectory = ConfigurationKey(
        "radio", "directory", .address, standard: "https://all.api.radio-browser.info",
        "The directory that oncue radio search asks: Radio Browser, of which one of its servers is asked, or the address "
            + "of a server with the same interface. Your words are all that is sent, and only then.")

    package static let checkInterval = ConfigurationKey(
        "library", "check-interval", .whole(1...1440, unit: "minutes"), standard: "15", effect: .nextStart,
        "How often folders that cannot be watched are checked, such as those on network file systems.")

    package static let cacheSize = ConfigurationKey(
        "artwork", "cache-size", .whole(10...10_000, unit: "MiB"), standard: "200", effect: .nextStart,
        "The size of the picture cache for other programs; the least recently used pictures are deleted first."
    )

    package static let artworkWeb = ConfigurationKey(
        "artwork", "web", .flag, standard: "false",
        "Get the cover of the album that plays from the Cover Art Archive, if the files have none and their tags name the "
            + "release at MusicBrainz; this identifier is all that is sent.")

    package static let artworkServer = ConfigurationKey(
        "artwork", "server", .address, standard: "https://coverartarchive.org",
        "The address of the Cover Art Archive, or of a server with the same interface.")

    package static let lyricsWeb = ConfigurationKey(
        "lyrics", "web", .flag, standard: "false",
        "Get lyrics that you ask for from LRCLIB, if the track that plays has none; its artist, title, album and length "
            + "are sent.")

    package static let lyricsServer = ConfigurationKey(
        "lyrics", "server", .address, standard: "https://lrclib.net",
        "The address of LRCLIB, or of a server with the same interface.")

    package static let providerDeadline = ConfigurationKey(
        "providers", "deadline", .number(0.1...30, unit: "seconds"), standard: "2",
        "How long a program that provides content may take for a call, unless its registration sets another limit.")

    package static let desktopSearch = ConfigurationKey(
        "desktop", "search", .word(["on", "off"]), standard: "on",
        "Whether the searches of GNOME and KDE find what is in OnCue.")

    package static let desktopUndo = ConfigurationKey(
        "desktop", "undo", .word(["on", "off"]), standard: "on",
        "Whether a notification with the action Undo follows when something chosen in the search of GNOME or KDE has taken "
            + "the place of the queue.")

    package static let desktopRecent = ConfigurationKey(
        "desktop", "recent", .word(["on", "off"]), standard: "off",
        "Whether albums, playlists, podcasts and folders that you play are entered into the recent files of the desktop, "
            + "which every file dialog shows; switching it off takes them back.")

    package static let peopleContacts = ConfigurationKey(
        "people", "contacts", .folders, standard: "none",
        "Folders with your address books, a vCard in each file, such as those of vdirsyncer; they are only read, for oncue "
            + "people and oncue share.")

    package static let peoplePresence = ConfigurationKey(
        "people", "presence", .word(["on", "off"]), standard: "off",
        "Whether what you shared with people is suggested sooner while a device tied to them is connected.")

    package static let voiceRecogniser = ConfigurationKey(
        "voice", "recogniser", .service, standard: "none",
        "A Wyoming service that is sent what oncue listen records, and writes down what was said, such as "
            + "tcp://127.0.0.1:10300; with none, phrases are recognised on this machine.")

    package static let voiceAnswers = ConfigurationKey(
        "voice", "answers", .word(["on", "off"]), standard: "off",
        "Whether oncue listen speaks its answers through speech-dispatcher, with the music lowered meanwhile.")

    package static let handoffShare = ConfigurationKey(
        "handoff", "share", .words(["plays", "positions", "likes", "subscriptions", "playlists", "learnt"]),
        standard: "none",
        "Which listening is shared with paired machines that share it, too: plays is the history, positions is where long "
            + "items were left, likes is favourites, dislikes and ratings, subscriptions is podcasts, playlists is "
            + "your own playlists, and learnt is what suggestions are learnt from.")

    package static let snapcastServer = ConfigurationKey(
        "snapcast", "server", .service, standard: "tcp://127.0.0.1:1705",
        "The control port of a Snapcast server, whose rooms become an output; none looks for no server. Nothing connects "
            + "there before you list or choose outputs.")

    package static let snapcastDelay = ConfigurationKey(
        "snapcast", "delay", .whole(0...10_000, unit: "milliseconds"), standard: "1000", effect: .nextStart,
        "How much later the rooms of the Snapcast server are heard: the buffer in its configuration. The position takes it "
            + "into account.")

    package static let shareFiles = ConfigurationKey(
        "handoff", "share-files", .word(["on", "off"]), standard: "off",
        "Whether paired machines may read the files of the tracks in the library here, so that what is handed over plays "
            + "where it is not.")

    package static let shareLibrary = ConfigurationKey(
        "handoff", "share-library", .word(["on", "off"]), standard: "off",
        "Whether paired machines may see the library and the playlists here, and search in them; playing from there "
            + "takes handoff.share-files, too.")

    package static let fetchFiles = ConfigurationKey(
        "handoff", "fetch-files", .word(["on", "off"]), standard: "off",
        "Whether files that are not here are fetched from paired machines that share theirs: what they hand over, and what "
            + "you play from their libraries.")

    package static let fetchedSize = ConfigurationKey(
        "handoff", "cache-size", .whole(64...1_000_000, unit: "MiB"), standard: "2048",
        "The most that files fetched from paired machines take here; those that were not played for longest are deleted "
            + "first.")

    package static let handoffTogether = ConfigurationKey(
        "handoff", "together", .flag, standard: "false",
        "Let paired machines play in step with this one, and bring this one into step with them: oncue together join and "
            + "oncue together invite, there.")

    package static let televisionExport = ConfigurationKey(
        "dlna", "export", .word(["on", "off"]), standard: "off",
        "Whether televisions and other players in the network see the library, the playlists, the podcasts and the radio "
            + "stations here, through Rygel, which must be installed; everybody there can then play them.")

    package static let privateLinks = ConfigurationKey(
        "network", "private-links", .flag, standard: "false",
        "Let feeds, web pages and other servers on the internet point to addresses on this machine and the "
            + "home network. "
            + "Addresses that you enter yourself, or that come from a server on the home network, are always allowed; but "
            + "another machine there may not point to what only this one can reach (127.0.0.1).")

    package static let logLevel = ConfigurationKey(
        "log", "level", .word(["error", "warning", "info", "debug", "trace"]), standard: "info",
        "The log level of the daemon.")
}
