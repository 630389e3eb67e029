// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import StatusAnswers

/// Answers a question without the bus.
enum ShortWay {
    /// Returns the output that `oncue` would print, or `nil` if only `oncue` can determine it.
    static func answer() -> [UInt8]? {
        // A terminal also gets a cover, colours, and the next track.
        guard let question, isatty(1) == 0, StandardOutput.isOpen else { return nil }
        let (folder, bus) = place
        guard let sheet = AnswerFile.sheet(in: folder) else { return nil }
        return sheet.answer(to: question, version: ServiceVersion.current, bus: bus, at: now)
    }

    /// The folder and the address of the bus that `oncue` would use.
    private static var place: (folder: String, bus: String) {
        let (runtime, bus) = (getenv("XDG_RUNTIME_DIR"), getenv("DBUS_SESSION_BUS_ADDRESS"))
        // Where both are given there is nothing to choose, and choosing takes longer than all else here.
        if let runtime, runtime[0] == CChar(UInt8(ascii: "/")), let bus, bus[0] != 0 {
            return (String(cString: runtime) + "/oncue", String(cString: bus))
        }
        var environment: [String: String] = [:]
        environment["XDG_RUNTIME_DIR"] = runtime.map { String(cString: $0) }
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.map { String(cString: $0) }
        let folder = UserDirectories(environment: environment, userID: getuid(), homeFallback: "/").runtime
        let location = BusLocation(environment: environment, runtimeDirectory: folder, isSocket: isSocket)
        return (folder, location.address)
    }

    /// Ends the process, which has nothing to clean up.
    static func end() -> Never { _exit(0) }

    private static var question: AnswerSheet.Question? {
        switch CommandLine.argc {
        case 2 where isWord(1, "now"): .lines
        case 3 where isWord(1, "now") && isWord(2, "--json"): .json
        default: nil
        }
    }

    /// Whether an argument is this word; makes no strings of all arguments, which would take longer than everything
    /// else here.
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
