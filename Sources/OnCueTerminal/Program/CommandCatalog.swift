// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// All commands and the table that help, parsing and completion are made of.
enum CommandCatalog {
    static let commands: [Command] =
        [
            PlayCommand.command, TransportCommands.pause, TransportCommands.resume, TransportCommands.toggle,
            StopCommand.command, TransportCommands.next, TransportCommands.previous, SeekCommand.command,
            ChaptersCommand.command, BookmarksCommand.command, VolumeCommand.command, OutputCommand.command,
            RepeatCommand.command, ShuffleCommand.command, RateCommand.command, SoundCommand.command,
            NotifyCommand.command, SleepCommand.command,
            NowCommand.command, ArtCommand.command,
            StatusCommand.command, DoctorCommand.command, ConfigCommand.command, BrowseCommand.command,
            SearchCommand.command,
            QueryCommand.command,
            QueueCommand.command, UndoCommand.command, HistoryCommand.command, LibraryCommand.command,
            PlaylistCommand.command,
            PodcastCommand.command,
            RadioCommand.command, FavouriteCommand.command, DislikeCommand.command, PlayedCommand.command,
            ProviderCommand.command,
            PlayersCommand.command, EvaluateCommand.command,
            SuggestionsCommand.command, AcceptCommand.command, DismissCommand.command, WhyCommand.command,
            PinCommand.command, ForgetCommand.command, TriggersCommand.command, PlaceCommand.command,
            SimulateCommand.command,
            BackupCommand.command, RestoreCommand.command, EraseCommand.command,
            QuitCommand.command, CompletionsCommand.command, CompleteWordsCommand.command, ManualCommand.command,
        ]

    static func command(_ name: String?) -> Command? {
        commands.first { $0.definition.name == name }
    }

    static let table = CommandTable(
        program: "oncue", summary: "play music and see what plays, by the OnCue daemon.",
        discussion: """
            The daemon is started when none runs. PLACE is an index path (/1/2/5, as browse shows it), an \
            identifier (album:...), titles from the top (Albums/Kind of Blue), words to search, a file, a folder \
            or a URL. An existing file comes first; write ./NAME for a file whose name is like an index path.
            """,
        version: ServiceVersion.current, commands: commands.map(\.definition),
        globalOptions: [
            OptionDefinition("quiet", short: "q", description: "Do not tell what was done; errors are still told.")
        ] + PlayerCommands.options,
        exitStatuses: [
            DocumentedTerm("0", "done"), DocumentedTerm("1", "failed"), DocumentedTerm("2", "wrong words"),
            DocumentedTerm("3", "nothing found"), DocumentedTerm("4", "no daemon or no bus"),
        ],
        environment: [
            DocumentedTerm("NO_COLOR", "Use no colours, if set."),
            DocumentedTerm("COLUMNS", "The width to fill, instead of that of the terminal."),
            DocumentedTerm("VISUAL, EDITOR", "The editor of oncue config edit."),
            DocumentedTerm("ONCUE_DAEMON", "The program to start as the daemon, instead of oncued."),
            DocumentedTerm("DBUS_SESSION_BUS_ADDRESS", "The message bus on which the daemon is."),
        ],
        files: [
            DocumentedTerm("~/.config/oncue/oncue.conf", "The configuration; see oncue.conf(5)."),
            DocumentedTerm("$XDG_RUNTIME_DIR/oncue/bus", "The bus where there is no session bus."),
            DocumentedTerm("~/.local/state/oncue/oncued.log", "What a daemon says that oncue has started."),
        ],
        examples: [
            DocumentedTerm("oncue play ~/Music/Album", "Play a folder."),
            DocumentedTerm("oncue play kind of blue", "Play what the words find."),
            DocumentedTerm("oncue browse Albums", "Show the albums."),
            DocumentedTerm("oncue now --follow", "Watch what plays."),
        ],
        seeAlso: ["oncue.conf(5)", "oncued(8)", "playerctl(1)"], completionCommand: [CompleteWordsCommand.name])
}
