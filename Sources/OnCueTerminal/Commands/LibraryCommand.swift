// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue library`
enum LibraryCommand {
    static let command = Command(
        CommandDefinition(
            "library", group: "Library", summary: "Show or change the folders of the library.",
            discussion: """
                JSON: folders [url, path], tracks, albums, artists, duration (seconds), revision, scan {phase, found, \
                toRead, read, failed, elapsed, rate, timeLeft, paused} or null, report {added, changed, removed, \
                unchanged, failed, elapsed, cancelled} or null, watching (live, periodic, limited, off), paused (scans to \
                come wait as well). oncue library status adds failures {total, offset, items [url, path, reason]}. remove \
                answers with the library as it is afterwards; add and scan with the report of the scan alone, or with \
                the library where --no-wait is given.
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue library", "Show the folders and what is in them."),
                DocumentedTerm("oncue library add ~/Music", "Add a folder and read it."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "add": add, "remove": remove, "scan": scan, "status": status, "pause": pause, "resume": resume,
            "cancel": cancel,
        ]
    ) { parsed, context in
        let library = try await context.service.libraryStatus()
        if parsed.has("json") { return context.console.write(library.json) }
        show(library, context)
    }

    private static let folder = ArgumentDefinition(
        ValueDefinition("DIR", kind: "a folder", completion: .directories), description: "The folder.")
    private static let everyFailure = OptionDefinition(
        "failures", description: "Show everything that could not be read, not the first ten only.")
    private static let listedFailures = 10
    private static let noWait = OptionDefinition("no-wait", description: "Do not wait for the end of the scan.")

    private static let subcommands = [
        CommandDefinition(
            "add", summary: "Add a folder and read it.", arguments: [folder], options: [Values.json, noWait],
            examples: [DocumentedTerm("oncue library add ~/Music", "Add a folder.")]),
        CommandDefinition(
            "remove", aliases: ["rm"], summary: "Forget a folder; its files stay.", arguments: [folder],
            options: [Values.json],
            examples: [DocumentedTerm("oncue library remove ~/Music", "Forget a folder.")]),
        CommandDefinition(
            "scan", summary: "Read what is new or changed.", options: [Values.json, noWait],
            examples: [DocumentedTerm("oncue library scan", "Bring the library up to date.")]),
        CommandDefinition(
            "pause", summary: "Hold the scan, and those to come, until they are resumed.",
            examples: [DocumentedTerm("oncue library pause", "Let the disk rest for a while.")]),
        CommandDefinition(
            "resume", summary: "Let paused scans go on.",
            examples: [DocumentedTerm("oncue library resume", "Go on reading.")]),
        CommandDefinition(
            "cancel", summary: "End the scan; what it has read stays.",
            examples: [DocumentedTerm("oncue library cancel", "Leave the rest for the next scan.")]),
        CommandDefinition(
            "status", summary: "Show the library and what could not be read.", options: [Values.json, everyFailure],
            examples: [
                DocumentedTerm("oncue library status", "See whether everything could be read."),
                DocumentedTerm("oncue library status --failures", "See every file that could not be read, and why."),
            ]),
    ]

    // MARK: What they do

    private static let add: Command.Handler = { parsed, context in
        let word = try parsed.required("DIR")
        let name = RawWords.bytes(of: word)
        switch context.files.kind(of: name) {
        case .directory: break
        case .file: throw CommandFailure(.failed, "not a folder: \(word)")
        case nil: throw CommandFailure(.nothingFound, "no such folder: \(word)")
        }
        let location = context.files.location(of: name)
        try await scanning(parsed, context) { () async throws(ClientError) in
            try await context.service.addFolder(location)
        }
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.bytes(of: try parsed.required("DIR"))
        var location = context.files.location(of: name)
        do throws(ClientError) {
            try await context.service.removeFolder(location)
        } catch {
            // The library may know the folder by a path without symbolic links.
            guard error.code == .notInLibrary, let resolved = context.files.resolvedLocation(of: name),
                resolved != location
            else { throw error }
            location = resolved
            try await context.service.removeFolder(location)
        }
        context.console.tell("Removed \(TextLayout.printable(location.description)) from the library; its files stay")
        if parsed.has("json") { context.console.write(try await context.service.libraryStatus().json) }
    }

    private static let scan: Command.Handler = { parsed, context in
        try await scanning(parsed, context) { () async throws(ClientError) in try await context.service.scan() }
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
        context.console.write(lines: ["Not readable (\(failures.total)):"] + lines)
        if failures.total > failures.failures.count {
            context.console.tell("More: oncue library status --failures")
        }
    }

    private static let pause: Command.Handler = { _, context in
        try await context.service.pauseScan()
        let isScanning = try await context.service.libraryStatus().scan != nil
        context.console.tell(
            isScanning
                ? "Paused; oncue library resume goes on"
                : "No scan is under way; the next one waits for oncue library resume")
    }

    private static let resume: Command.Handler = { _, context in
        let wasPaused = try await context.service.libraryStatus().isPaused
        try await context.service.resumeScan()
        let isScanning = try await context.service.libraryStatus().scan != nil
        context.console.tell(
            isScanning
                ? "Scanning goes on" : wasPaused ? "Scans go on when there is something to read" : "Nothing is paused")
    }

    private static let cancel: Command.Handler = { _, context in
        let wasScanning = try await context.service.libraryStatus().scan != nil
        try await context.service.cancelScan()
        context.console.tell(wasScanning ? "Cancelled; what was read stays" : "No scan is under way")
    }

    private static func scanning(
        _ parsed: ParsedCommand, _ context: CommandContext, _ start: () async throws(ClientError) -> Void
    ) async throws {
        guard !parsed.has("no-wait") else {
            try await start()
            context.console.tell("Scanning; oncue library shows how far it is")
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
        var page = try await service.scanFailures(offset: 0, limit: ScanFailurePage.limit)
        while page.failures.count < page.total {
            let next = try await service.scanFailures(offset: page.failures.count, limit: ScanFailurePage.limit)
            guard !next.failures.isEmpty else { break }
            page.failures += next.failures
        }
        return page
    }
}
