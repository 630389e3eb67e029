// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue library`
enum LibraryCommand {
    static let command = Command(
        CommandDefinition(
            "library", group: "Library", summary: "Show the library, or add, remove and scan its folders.",
            discussion: """
                JSON: folders [url, path], tracks, albums, artists, duration (seconds), revision, scan {phase, found, \
                toRead, read, failed, elapsed, rate, timeLeft, paused} or null, report {added, changed, removed, \
                unchanged, failed, elapsed, cancelled, error or null} or null, watching (live, periodic, limited, \
                off), paused (whether future scans wait as well). oncue library status adds failures {total, offset, items [url, \
                path, reason]}. remove, pause, resume and cancel print the library as it \
                is afterwards; add and scan print only the scan's \
                report, or the library with --no-wait.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue library", "Show the folders and what they contain."),
                DocumentedTerm("oncue library add ~/Music", "Add a folder and scan it."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "remove": remove, "scan": scan, "status": status, "pause": pause,
            "resume": resume,
            "cancel": cancel,
        ], list)

    private static let folder = ArgumentDefinition(
        ValueDefinition("DIR", kind: "a folder", completion: .directories), description: "The folder to add.")
    private static let known = ArgumentDefinition(
        ValueDefinition("DIR", kind: "a folder", completion: NameTopic.folders.completion),
        description: "The folder to remove.")
    private static let everyFailure = OptionDefinition(
        "failures", description: "List every file that could not be read, not only the first ten.")
    private static let listedFailures = 10
    private static let everyFile = OptionDefinition(
        "all", description: "Reread the files that have not changed as well.")
    private static let noWait = OptionDefinition("no-wait", description: "Do not wait for the scan to finish.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "Show the folders and what is in them.", options: [Values.json],
            examples: [DocumentedTerm("oncue library list --json", "Get them for a program.")]),
        CommandDefinition(
            "add", summary: "Add a folder to the library and scan it.", arguments: [folder],
            options: [Values.json, noWait],
            examples: [DocumentedTerm("oncue library add ~/Music", "Add a folder.")]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove a folder from the library; its files stay on disk.",
            arguments: [known],
            options: [Removal.dryRun, Values.json],
            examples: [DocumentedTerm("oncue library remove ~/Music", "Remove a folder.")]),
        CommandDefinition(
            "scan", summary: "Scan for new, changed and removed files.", options: [everyFile, Values.json, noWait],
            examples: [
                DocumentedTerm("oncue library scan", "Bring the library up to date."),
                DocumentedTerm("oncue library scan --all", "Reread the tags of every file."),
            ]),
        CommandDefinition(
            "pause", summary: "Pause the current scan and all future ones.", options: [Values.json],
            examples: [DocumentedTerm("oncue library pause", "Stop scanning for a while.")]),
        CommandDefinition(
            "resume", summary: "Resume scanning.", options: [Values.json],
            examples: [DocumentedTerm("oncue library resume", "Continue a paused scan.")]),
        CommandDefinition(
            "cancel", summary: "Cancel the current scan; what was read so far stays.", options: [Values.json],
            examples: [DocumentedTerm("oncue library cancel", "Leave the rest to the next scan.")]),
        CommandDefinition(
            "status", summary: "Show the library and the files that could not be read.",
            options: [Values.json, everyFailure],
            examples: [
                DocumentedTerm("oncue library status", "Check whether every file could be read."),
                DocumentedTerm("oncue library status --failures", "List every file that could not be read, and why."),
            ]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let library = try await context.service.libraryStatus()
        if parsed.has("json") { return context.console.write(library.json) }
        show(library, context)
    }

    private static let add: Command.Handler = { parsed, context in
        let word = try parsed.required("DIR")
        let name = RawWords.bytes(of: word)
        switch context.files.kind(of: name) {
        case .directory: break
        case .file: throw CommandFailure(.failed, "not a folder: \(word)")
        case nil: throw CommandFailure(.nothingFound, "no such folder: \(word)")
        }
        let location = context.files.location(of: name)
        let known = try await context.service.libraryStatus().folders
        try await scanning(parsed, context) { () async throws(ClientError) in
            try await context.service.addFolder(location)
            context.console.tell(LibraryView.added(location, to: known))
        }
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.bytes(of: try parsed.required("DIR"))
        var location = context.files.location(of: name)
        if parsed.has("dry-run") {
            let folders = try await context.service.libraryStatus().folders
            guard folders.contains(location) || context.files.resolvedLocation(of: name).map(folders.contains) == true
            else { throw CommandFailure(.nothingFound, "not a folder of the library: \(location)") }
        }
        if Removal.isDry("remove \(location) from the library", parsed, context) { return }
        do throws(ClientError) {
            try await context.service.removeFolder(location)
        } catch {
            // The library may have the path of the folder without symbolic links.
            guard error.code == .notInLibrary, let resolved = context.files.resolvedLocation(of: name),
                resolved != location
            else { throw error }
            location = resolved
            try await context.service.removeFolder(location)
        }
        context.console.tell(
            "Removed \(TextLayout.printable(location.description)) from the library; its files stay, and oncue library "
                + "add adds it again")
        if parsed.has("json") { context.console.write(try await context.service.libraryStatus().json) }
    }

    private static let scan: Command.Handler = { parsed, context in
        let isAll = parsed.has("all")
        try await scanning(parsed, context) { () async throws(ClientError) in
            if isAll { try await context.service.scanAll() } else { try await context.service.scan() }
        }
    }

    private static let status: Command.Handler = { parsed, context in
        let library = try await context.service.libraryStatus()
        let failures =
            parsed.has("json") || parsed.has("failures")
            ? try await allFailures(context.service)
            : try await context.service.scanFailures(offset: 0, limit: listedFailures)
        if parsed.has("json") { return context.console.write(library.json(failures: failures)) }
        show(library, context)
        guard !failures.failures.isEmpty else { return }
        let screen = context.console.dataScreen
        let lines = LibraryView.lines(failures.failures, screen: screen)
        context.console.write(lines: ["Could not be read (\(failures.total)):"] + lines)
        if failures.total > failures.failures.count {
            context.console.tell("More: oncue library status --failures")
        }
    }

    private static let pause: Command.Handler = { parsed, context in
        try await context.service.pauseScan()
        let library = try await context.service.libraryStatus()
        if parsed.has("json") { return context.console.write(library.json) }
        context.console.tell(
            library.scan != nil
                ? "Scan paused; continue it with: oncue library resume"
                : "No scan is running; the next one waits for: oncue library resume")
    }

    private static let resume: Command.Handler = { parsed, context in
        let wasPaused = try await context.service.libraryStatus().isPaused
        try await context.service.resumeScan()
        let library = try await context.service.libraryStatus()
        if parsed.has("json") { return context.console.write(library.json) }
        context.console.tell(
            library.scan != nil
                ? "Scan resumed" : wasPaused ? "Scanning resumed; no scan is running now" : "Scanning is not paused")
    }

    private static let cancel: Command.Handler = { parsed, context in
        let wasScanning = try await context.service.libraryStatus().scan != nil
        try await context.service.cancelScan()
        if parsed.has("json") { return context.console.write(try await context.service.libraryStatus().json) }
        context.console.tell(wasScanning ? "Scan cancelled; what was read so far stays" : "No scan is running")
    }

    private static func scanning(
        _ parsed: ParsedCommand, _ context: CommandContext, _ start: () async throws(ClientError) -> Void
    ) async throws {
        guard !parsed.has("no-wait") else {
            try await start()
            context.console.tell("Scanning; oncue library shows the progress")
            if parsed.has("json") { context.console.write(try await context.service.libraryStatus().json) }
            return
        }
        let report = try await ScanWatch(context: context).run(start)
        if parsed.has("json") { context.console.write(report.json) }
    }

    private static func show(_ library: LibraryStatus, _ context: CommandContext) {
        let screen = context.console.dataScreen
        context.console.write(lines: LabeledTable.lines(LibraryView.rows(library), screen: screen))
    }

    private static func allFailures(_ service: any MediaServiceClient) async throws(ClientError) -> ScanFailurePage {
        var page = try await service.scanFailures(offset: 0, limit: PageLimit.largest)
        while page.failures.count < page.total {
            let next = try await service.scanFailures(offset: page.failures.count, limit: PageLimit.largest)
            guard !next.failures.isEmpty else { break }
            page.failures += next.failures
        }
        return page
    }
}
