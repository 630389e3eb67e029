// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import StatusAnswers

/// The way from a question to its answer without the bus.
enum ShortWay {
    /// Returns what `oncue` would print, or `nil` if only it can know.
    static func answer() -> [UInt8]? {
        // A terminal also gets a cover, colours, and the next track.
        guard let question, isatty(1) == 0, StandardOutput.isOpen else { return nil }
        let environment = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"].reduce(into: [String: String]()) {
            values, name in
            values[name] = getenv(name).map { String(cString: $0) }
        }
        let folder = UserDirectories(environment: environment, userID: getuid(), homeFallback: "/").runtime
        guard let sheet = AnswerFile.sheet(in: folder) else { return nil }
        let bus = BusLocation(environment: environment, runtimeDirectory: folder, isSocket: isSocket)
        return sheet.answer(to: question, version: ServiceVersion.current, bus: bus.address, at: now)
    }

    /// Ends the process, which has nothing to put in order.
    static func end() -> Never { _exit(0) }

    private static var question: AnswerSheet.Question? {
        switch CommandLine.argc {
        case 2 where isWord(1, "now"): .lines
        case 3 where isWord(1, "now") && isWord(2, "--json"): .json
        default: nil
        }
    }

    /// Whether an argument is a word; without making texts of all of them, which takes longer than all else here.
    private static func isWord(_ index: Int, _ word: StaticString) -> Bool {
        guard let argument = CommandLine.unsafeArgv[index] else { return false }
        return strcmp(argument, UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
