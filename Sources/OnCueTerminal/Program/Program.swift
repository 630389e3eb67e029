// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The `oncue` program.
package enum Program {
    /// Runs the program with the command line of this process, and ends the process with its exit status.
    ///
    /// Must be called on the main thread, before there are tasks.
    package static func runProcess() -> Never {
        ClientThreads.share()
        Task.detached { exit(await main()) }
        // An asynchronous main program would end its thread and continue in one created by Dispatch.
        while true { pause() }
    }

    private static func main() async -> Int32 {
        let environment = ClientEnvironment.current()
        let words = RawWords.ofProcess()
        let context = CommandContext(
            service: OnCueConnection(
                environment: environment, connectsNow: true,
                isPassing: [CompleteWordsCommand.name, CompleteCommand.name].contains(words.first)),
            console: .ofProcess(), files: .ofProcess(),
            memory: PathMemory(directory: environment.directories.runtime),
            busAddress: environment.busLocation.address,
            configuration: ConfigurationFile(
                path: environment.directories.configurationFile,
                lastGoodPath: environment.directories.lastGoodConfiguration),
            pictures: PictureProgram.ofProcess() ?? NoPictures(), questioner: TerminalQuestioner(),
            editor: PersonalEditor.ofProcess(), input: StandardInput(),
            voice: VoicePrograms(), machines: OtherMachines(links: LinkProgram()), links: LinkProgram(),
            pages: WebProgram(), clients: MPDProgram(), subsonic: SubsonicProgram())
        return await run(words, context).rawValue
    }

    /// Runs one command line, given without the program's name.
    package static func run(_ words: [String], _ context: CommandContext) async -> ExitStatus {
        do {
            let parsed = try CommandCatalog.table.parse(words)
            try await perform(parsed, parsed.has("quiet") ? context.quiet : context)
            return .done
        } catch let error as UsageError {
            context.console.say(error.message)
            return .wrongWords
        } catch let error as ClientError {
            return report(await explained(CommandFailure(error), context), context)
        } catch let error as CommandFailure {
            return report(await explained(error, context), context)
        } catch {
            return report(CommandFailure(.failed, "\(error)"), context)
        }
    }

    /// Adds the progress of a running scan to a failure to find something, which may be in files that have not been
    /// read yet.
    private static func explained(_ failure: CommandFailure, _ context: CommandContext) async -> CommandFailure {
        guard failure.mayBeUnread, let library = try? await context.service.libraryStatus(),
            let reading = LibraryView.reading(library)
        else { return failure }
        return CommandFailure(failure.status, "\(failure.message) (\(reading))")
    }

    private static func report(_ failure: CommandFailure, _ context: CommandContext) -> ExitStatus {
        if !failure.message.isEmpty { context.console.say("oncue: " + shortened(failure.message)) }
        return failure.status
    }

    /// Shortens a message, which may quote input of any length; the failure is in its beginning and its end.
    private static func shortened(_ message: String) -> String {
        let (start, end) = (600, 300)
        guard message.count > start + end else { return message }
        return message.prefix(start) + "…" + message.suffix(end)
    }

    private static func perform(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let console = context.console
        switch parsed.request {
        case .overview where try await AppOpening.open(context): break
        case .help, .overview:
            let style: HelpStyle = console.dataScreen.usesColor ? .terminal : .plain
            let width = min(100, console.dataScreen.width)
            console.write(CommandCatalog.table.help(for: parsed.path, width: width, style: style) ?? "")
        case .version: console.write("oncue \(ServiceVersion.current)\n")
        case .run:
            try await LongWait.$teller.withValue(notice(parsed, console)) {
                if let players = try PlayerCommands(parsed, context) { return try await players.run() }
                try await CommandCatalog.command(parsed.path.first)?.run(parsed, context)
            }
        }
    }
}

extension Program {
    /// Returns the notice for long waits on a terminal, or `nil` if the screen belongs to a live view.
    private static func notice(_ parsed: ParsedCommand, _ console: Console) -> LongWait.Teller? {
        let isLive = parsed.hasAny(of: ["follow", "every", "watch", "interactive"])
        guard !isLive, console.isTalkative, console.talkScreen.isTerminal else { return nil }
        return LongWait.Teller { console.tell($0.sentence) }
    }
}

extension CommandContext {
    fileprivate var quiet: CommandContext {
        var other = self
        other.console = console.quiet
        return other
    }
}
