// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import CommandLineParsing
internal import GLib
internal import Glibc
internal import OnCueBus
internal import OnCueCatalog
internal import OnCueCore
internal import OnCuePlayback
internal import OnCueRuntime

/// The command line of `oncued`.
package enum DaemonCommand {
    /// Runs the daemon with the words after the program's name.
    ///
    /// - Returns: The exit status: 0 ended as asked or running already, 1 failed, 2 wrong words, 4 no bus.
    package static func run(_ words: [String]) async -> Int32 {
        if words == [WorkerProgram.argument] { WorkerProgram.run() }
        // For the installation, as 'oncue manual'; the date may follow.
        if words.first == "manual", words.count <= 2 {
            print(manualPage(date: words.count > 1 ? words[1] : ""), to: 1)
            return 0
        }
        do throws(UsageError) {
            let command = try table.parse(words)
            switch command.request {
            case .help: print(table.help(), to: 1)
            case .version: print("oncued \(ServiceVersion.current)\n", to: 1)
            case .run, .overview: return await serve(try configuration(command))
            }
            return 0
        } catch {
            print(error.message + "\n", to: 2)
            return 2
        }
    }

    package static let table = CommandTable(
        program: "oncued", summary: "The OnCue media service: plays music, keeps the library, answers on the bus.",
        discussion: """
            Needs no options. The client oncue starts it when none runs; a systemd user unit and D-Bus activation \
            are installed beside it. It ends on SIGTERM, SIGINT or when asked to over the bus, and saves everything \
            first. Without a library the folder ~/Music is used, if there is one.
            """,
        version: ServiceVersion.current,
        globalOptions: [
            OptionDefinition(
                "library", short: "l", value: ValueDefinition("DIR", completion: .directories), repeats: true,
                description: "Add this folder to the library before scanning."),
            OptionDefinition(
                "output", short: "o",
                value: ValueDefinition(
                    "LIST", kind: "a list of outputs", expected: "auto, silent, a GStreamer sink or a file.wav"),
                description:
                    "Outputs to try in order, divided by commas: auto (sound server or card), silent (keeps time, "
                    + "no sound), or the name of a GStreamer sink. Default: auto."),
            OptionDefinition(
                "output-return",
                value: ValueDefinition("SECONDS", kind: "a time", expected: "0 to 86400 seconds"),
                description:
                    "How many seconds after its output was lost, as headphones that are pulled, what played goes on by "
                    + "itself when that is back. Default: 300; 0 for never."),
            OptionDefinition(
                "resume-length",
                value: ValueDefinition("MINUTES", kind: "a time", expected: "1 to 1440 minutes"),
                description:
                    "From how many minutes on a medium goes on where it was left; episodes and what is spoken always do. "
                    + "Default: 20."),
            OptionDefinition(
                "resume-playing",
                description:
                    "Play on when what was playing when the daemon ended, or was killed. Default: it is paused there."),
            OptionDefinition(
                "provider-deadline",
                value: ValueDefinition("SECONDS", kind: "a deadline", expected: "0.1 to 30 seconds"),
                description:
                    "How many seconds programs that provide content may take for a call, where their registration says nothing "
                    + "else. Default: 2."),
            OptionDefinition(
                "log",
                value: ValueDefinition("LEVEL", kind: "a log level", allowed: LogLevel.allCases.map(\.name)),
                description: "How much to log to standard error. Default: info."),
        ],
        exitStatuses: [
            DocumentedTerm("0", "ended as asked, or another instance runs already"),
            DocumentedTerm("1", "failed; the last line on standard error says why"),
            DocumentedTerm("2", "wrong words on the command line"),
            DocumentedTerm("4", "no message bus"),
        ],
        environment: [
            DocumentedTerm("DBUS_SESSION_BUS_ADDRESS", "the bus; without one a private bus is started"),
            DocumentedTerm("XDG_DATA_HOME", "oncue/catalog.sqlite, the library"),
            DocumentedTerm(
                "XDG_STATE_HOME",
                "oncue/state.sqlite, queue, position and volume; "
                    + "oncue/output, the output; oncue/notifications, what is notified of"),
            DocumentedTerm("XDG_CACHE_HOME", "oncue/artwork, pictures for other programs"),
            DocumentedTerm("XDG_RUNTIME_DIR", "oncue/bus, the socket of the private bus"),
        ], seeAlso: ["oncue(1)", "systemctl(1)"])

    /// What `man oncued` shows, made of the same table as `--help`.
    ///
    /// - Parameter date: What stands at its foot, as YYYY-MM-DD.
    static func manualPage(date: String) -> String {
        table.manualPage(section: 8, date: date, source: "OnCue \(ServiceVersion.current)")
    }

    private static func configuration(_ command: ParsedCommand) throws(UsageError) -> ServiceConfiguration {
        if let name = command.option("log"), let level = LogLevel(name: name) { Logger.level = level }
        var outputs: [OutputPreference] = []
        for name in (command.option("output") ?? "auto").split(separator: ",", omittingEmptySubsequences: false) {
            guard let output = OutputPreference(name: String(name)) else {
                throw command.invalid("output", String(name))
            }
            outputs.append(output)
        }
        let environment = ServiceEnvironment.current
        var configuration = ServiceConfiguration(
            directories: environment.directories, busLocation: environment.busLocation,
            libraryFolders: command.options("library").map(environment.folder), outputs: outputs)
        configuration.outputsText = command.option("output") ?? "auto"
        if let seconds = try command.integer("output-return", in: 0...86_400) {
            configuration.outputReturn = .seconds(seconds)
        }
        if let minutes = try command.integer("resume-length", in: 1...1440) {
            configuration.listeningRules.longDuration = .seconds(minutes * 60)
        }
        configuration.resumesPlaying = command.has("resume-playing")
        if let text = command.option("provider-deadline") {
            guard let seconds = Double(text), (0...60).contains(seconds),
                ProviderRegistry.deadlines.contains(.milliseconds(Int(seconds * 1000)))
            else { throw command.invalid("provider-deadline", text) }
            configuration.providerDeadline = .milliseconds(Int(seconds * 1000))
        }
        return configuration
    }

    private static func serve(_ configuration: ServiceConfiguration) async -> Int32 {
        // A reader of our log that goes away must not end the music.
        signal(SIGPIPE, SIG_IGN)
        Heap.staySmall()
        SharedThread.use()
        do throws(ServiceError) {
            try await MediaService(configuration).run()
            return 0
        } catch {
            if case .alreadyRunning = error.code {
                print("oncued: \(error.message)\n", to: 2)
                return 0
            }
            print("oncued: \(error.message)\n", to: 2)
            return error.code == .bus ? 4 : 1
        }
    }

    private static func print(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            _ = write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}

extension OutputPreference {
    /// The output that a word on the command line names; `nil` for text that cannot be the name of one.
    fileprivate init?(name: String) {
        switch name {
        case "auto": self = .automatic
        case "silent": self = .silent
        case _ where name.hasSuffix(".wav"): self = .file(name)
        default:
            let isName = name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
            guard isName, name.hasSuffix("sink") else { return nil }
            self = .named(name)
        }
    }
}
