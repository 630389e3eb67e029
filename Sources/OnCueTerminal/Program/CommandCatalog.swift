// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// All commands, and the table from which help, parsing and completion are generated.
enum CommandCatalog {
    static let commands: [Command] =
        [
            PlayCommand.command, TransportCommands.pause, TransportCommands.resume, TransportCommands.toggle,
            StopCommand.command, TransportCommands.next, TransportCommands.previous, SeekCommand.command,
            ChaptersCommand.command, BookmarksCommand.command, VolumeCommand.command, OutputCommand.command,
            LoopCommand.command, RepeatCommand.command, ShuffleCommand.command, RateCommand.command,
            SoundCommand.command,
            NotifyCommand.command, NotificationsCommand.command, RemindCommand.command, AlarmCommand.command,
            SleepCommand.command,
            HandoffCommand.command, TogetherCommand.command, WebCommand.command,
            NowCommand.command, InfoCommand.command, ArtCommand.command, PageCommand.command, EventsCommand.command,
            StatusCommand.command, DoctorCommand.command, ConfigCommand.command, BrowseCommand.command,
            SearchCommand.command,
            QueryCommand.command,
            QueueCommand.command, UndoCommand.command, RedoCommand.command, HistoryCommand.command,
            LibraryCommand.command,
            PlaylistCommand.command,
            PodcastCommand.command,
            RadioCommand.command, TrashCommand.command, FavouriteCommand.command, DislikeCommand.command,
            StarsCommand.command,
            PlayedCommand.command,
            ProviderCommand.command, SubsonicCommand.command, ActivitiesCommand.command, PushCommand.command,
            ScrobbleCommand.command,
            PlayersCommand.command, EvaluateCommand.command,
            SuggestionsCommand.command, AcceptCommand.command, DismissCommand.command, WhyCommand.command,
            PinCommand.command, ForgetCommand.command, TriggersCommand.command, PlaceCommand.command,
            OpenCommand.command, TripCommand.command,
            PeopleCommand.command, ShareCommand.command,
            SimulateCommand.command,
            SayCommand.command, ListenCommand.command, ShortcutCommand.command, CueCommand.command,
            BackupCommand.command, RestoreCommand.command, EraseCommand.command,
            McpCommand.command, MPDCommand.command,
            QuitCommand.command, CompletionsCommand.command, CompleteCommand.command,
            CompleteWordsCommand.command, ManualCommand.command,
        ]

    static func command(_ name: String?) -> Command? {
        commands.first { $0.definition.name == name }
    }

    static let table = CommandTable(
        program: "oncue", summary: "play and control music with the OnCue daemon.",
        discussion: """
            The daemon is started if it is not running. PLACE is an index path (/1/2/5, as shown by browse), an \
            identifier (album:...), titles from the top (Albums/Kind of Blue), search words for the best match, a query \
            ('genre:jazz year:1960') for everything it finds, a file, a folder or a URL. An existing file takes \
            precedence; write ./NAME for a file whose name looks like an index path.

            On a terminal, oncue without a command opens the full-screen program: what is playing, the queue, the \
            library, search, playlists, podcasts, radio, suggestions, sound and history. In it, ? shows the keys, \
            which can be changed in oncue.conf(5).
            """,
        version: ServiceVersion.current, commands: commands.map(\.definition),
        globalOptions: [
            OptionDefinition("quiet", short: "q", description: "Do not print results, only errors.")
        ] + PlayerCommands.options,
        exitStatuses: [
            DocumentedTerm("0", "done"), DocumentedTerm("1", "failed"), DocumentedTerm("2", "invalid command line"),
            DocumentedTerm("3", "nothing found"), DocumentedTerm("4", "no daemon or no message bus"),
        ],
        environment: [
            DocumentedTerm("NO_COLOR", "If set, no colours are used."),
            DocumentedTerm("COLUMNS", "The width of the output, instead of the terminal's."),
            DocumentedTerm("VISUAL, EDITOR", "The editor for oncue config edit."),
            DocumentedTerm("ONCUE_DAEMON", "The program to start as the daemon instead of oncued."),
            DocumentedTerm(
                "ONCUE_BUS_ONLY",
                "If set, the program or the daemon only uses the message bus, where its calls can be watched."),
            DocumentedTerm("DBUS_SESSION_BUS_ADDRESS", "The message bus to find the daemon on."),
        ],
        files: [
            DocumentedTerm("~/.config/oncue/oncue.conf", "The configuration file; see oncue.conf(5)."),
            DocumentedTerm("$XDG_RUNTIME_DIR/oncue/bus", "The private bus, used if there is no session bus."),
            DocumentedTerm("~/.local/state/oncue/oncued.log", "The log of a daemon started by oncue."),
        ],
        examples: [
            DocumentedTerm("oncue", "Open the full-screen program."),
            DocumentedTerm("oncue play ~/Music/Album", "Play a folder."),
            DocumentedTerm("oncue play kind of blue", "Play the best match of a search."),
            DocumentedTerm("oncue browse Albums", "List the albums."),
            DocumentedTerm("oncue now --follow", "Watch what is playing."),
        ],
        keys: KeyHelp.terms, seeAlso: ["oncue.conf(5)", "oncued(8)", "playerctl(1)"],
        completionCommand: [CompleteWordsCommand.name])
}
