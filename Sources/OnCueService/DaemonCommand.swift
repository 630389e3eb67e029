// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import CommandLineParsing
internal import GLib
internal import Glibc
internal import OnCueCore
internal import OnCueMedia
internal import OnCueRuntime

/// The command line of `oncued`.
package enum DaemonCommand {
    /// Runs the daemon with the words after the program's name.
    ///
    /// - Returns: The exit status: 0 ended as asked or running already, 1 failed, 2 wrong words, 4 no bus.
    package static func run(_ words: [String]) async -> Int32 {
        // The files reveal locations, preferences, and passwords in addresses.
        PrivateDirectory.makeEverythingPrivate()
        if words == [WorkerProgram.argument] { WorkerProgram.run() }
        // A wrapper script may put options of the daemon before it.
        if let place = words.firstIndex(of: KeepingProgram.argument) {
            return await KeepingProgram.run(words[(place + 1)...])
        }
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
            case .run, .overview: return await serve(try DaemonOptions.configuration(command))
            }
            return 0
        } catch {
            print(error.message + "\n", to: 2)
            return 2
        }
    }

    package static let table = CommandTable(
        program: "oncued",
        summary: "The OnCue media service: plays music, manages the library, and is controlled over D-Bus.",
        discussion: """
            No options are needed; options override the configuration file, which oncue.conf(5) describes. The client \
            oncue starts oncued if it is not running; a systemd user unit and D-Bus activation are installed as well. \
            On SIGTERM, SIGINT or a request over the bus, it saves everything and quits. If the library is empty, the \
            folder ~/Music is added, if it exists.
            """,
        version: ServiceVersion.current,
        globalOptions: DaemonOptions.definitions,
        exitStatuses: [
            DocumentedTerm("0", "quit as requested, or another instance was already running"),
            DocumentedTerm("1", "failed; see the last line on standard error"),
            DocumentedTerm("2", "invalid command line"),
            DocumentedTerm("4", "no message bus"),
        ],
        environment: [
            DocumentedTerm("DBUS_SESSION_BUS_ADDRESS", "the session bus; without one, a private bus is started"),
            DocumentedTerm("XDG_CONFIG_HOME", "oncue/oncue.conf, the configuration; see oncue.conf(5)"),
            DocumentedTerm("XDG_DATA_HOME", "oncue/catalog.sqlite, the library"),
            DocumentedTerm(
                "XDG_STATE_HOME",
                "oncue/state.sqlite, queue, position and volume; "
                    + "oncue/output, the chosen output; oncue/notifications, the notification settings"),
            DocumentedTerm(
                "XDG_CACHE_HOME", "oncue/artwork, pictures for other programs; lyrics and covers from the web"),
            DocumentedTerm("XDG_RUNTIME_DIR", "oncue/bus, the socket of the private bus"),
        ], seeAlso: ["oncue(1)", "oncue.conf(5)", "systemctl(1)"])

    /// Returns the text of `man oncued`, made of the same table as `--help`.
    ///
    /// - Parameter date: The date in the footer, as YYYY-MM-DD.
    static func manualPage(date: String) -> String {
        table.manualPage(section: 8, date: date, source: "OnCue \(ServiceVersion.current)")
    }

    private static func serve(_ configuration: ServiceConfiguration) async -> Int32 {
        if let level = LogLevel(name: configuration.settings.logLevel) { Logger.level = level }
        // A reader of our log that goes away must not end the music.
        signal(SIGPIPE, SIG_IGN)
        Self.avoidMappedLoops()
        Heap.staySmall()
        SharedThread.use()
        do throws(DaemonError) {
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

    /// Makes GStreamer use its precompiled sample loops, instead of those that the library Orc would compile at run
    /// time.
    ///
    /// Orc writes them into a file of 64 KiB that it maps, in the runtime folder or the home. If that disk is full, the
    /// process gets SIGBUS at the first sound. Without Orc a stereo stream takes 0.03 % more of one processor.
    private static func avoidMappedLoops() { setenv("ORC_CODE", "backup", 0) }

    private static func print(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            _ = write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}
