// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The permissions of a client.
package struct Permissions: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let read = Permissions(rawValue: 1)
    package static let add = Permissions(rawValue: 2)
    package static let control = Permissions(rawValue: 4)
    package static let admin = Permissions(rawValue: 8)
    package static let all: Permissions = [.read, .add, .control, .admin]

    /// Parses a list such as `read,add`; `nil` if it contains an unknown word.
    package init?(_ text: some StringProtocol) {
        var found: Permissions = []
        for word in text.split(separator: ",") {
            switch String(word.filter { $0 != " " }) {
            case "read": found.insert(.read)
            case "add": found.insert(.add)
            case "control", "player": found.insert(.control)
            case "admin": found.insert(.admin)
            case "none": break
            default: return nil
            }
        }
        self = found
    }
}

/// The number of arguments of a command, and the permission that it requires.
package struct CommandRule: Sendable {
    package var name: String
    package var arguments: ClosedRange<Int>
    package var permission: Permissions

    /// All commands that are answered, sorted by name.
    package static let all: [CommandRule] = table.map { CommandRule(name: $0.0, arguments: $0.1, permission: $0.2) }
        .sorted { $0.name < $1.name }

    /// Commands that are known but always refused, with a reason; they are not listed for clients.
    package static let refused: Set<String> = [
        "addtagid", "cleartagid", "delpartition", "kill", "listneighbors", "mount", "moveoutput", "newpartition",
        "outputset", "rangeid", "unmount",
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Finds a command.
    package static func rule(for line: RequestLine) throws(CommandRefusal) -> CommandRule {
        guard let rule = byName[line.command] else {
            throw CommandRefusal(.unknown, "unknown command \"\(line.command)\"")
        }
        return rule
    }

    /// Returns whether a request with this command only reads something, which its permission does not always show.
    package func changesNothing(_ line: RequestLine) -> Bool {
        switch name {
        case "config": true
        case "sticker": ["get", "list", "find"].contains(line.arguments.first)
        default: Permissions.read.isSuperset(of: permission)
        }
    }

    /// Whether the command concerns the current playback, and so has no effect if nothing is playing.
    package var needsPlayback: Bool { Self.playbackCommands.contains(name) }

    private static let playbackCommands: Set<String> = ["clearerror", "next", "pause", "previous", "seekcur", "stop"]

    /// Checks the permission for a request, and the number of its arguments.
    ///
    /// - Throws: `permission`, or `argument` if there are too few or too many.
    package func check(_ line: RequestLine, _ permissions: Permissions) throws(CommandRefusal) {
        guard permissions.isSuperset(of: permission) else {
            throw CommandRefusal(.permission, "you don't have permission for \"\(name)\"")
        }
        let count = line.arguments.count
        if arguments.contains(count) { return }
        let fault =
            arguments.lowerBound == arguments.upperBound
            ? "wrong number of" : count < arguments.lowerBound ? "too few" : "too many"
        throw CommandRefusal(.argument, "\(fault) arguments for \"\(name)\"")
    }

    private static let most = RequestLine.mostArguments

    private static let table: [(String, ClosedRange<Int>, Permissions)] = [
        ("add", 1...2, .add), ("addid", 1...2, .add), ("addtagid", 3...3, .add), ("albumart", 2...2, .read),
        ("binarylimit", 1...1, []), ("channels", 0...0, .read), ("clear", 0...0, .control),
        ("clearerror", 0...0, .control), ("cleartagid", 1...2, .add), ("close", 0...0, []), ("commands", 0...0, []),
        ("config", 0...0, .admin), ("consume", 1...1, .control), ("count", 1...most, .read),
        ("crossfade", 1...1, .control), ("currentsong", 0...0, .read), ("decoders", 0...0, .read),
        ("delete", 1...1, .control), ("deleteid", 1...1, .control), ("delpartition", 1...1, .admin),
        ("disableoutput", 1...1, .admin), ("enableoutput", 1...1, .admin), ("find", 1...most, .read),
        ("findadd", 1...most, .add), ("getvol", 0...0, .read), ("idle", 0...most, .read), ("kill", 0...most, .admin),
        ("list", 1...most, .read), ("listall", 0...1, .read), ("listallinfo", 0...1, .read),
        ("listfiles", 0...1, .read), ("listmounts", 0...0, .read), ("listneighbors", 0...0, .read),
        ("listpartitions", 0...0, .read), ("listplaylist", 1...1, .read), ("listplaylistinfo", 1...1, .read),
        ("listplaylists", 0...0, .read), ("load", 1...3, .add), ("lsinfo", 0...1, .read),
        ("mixrampdb", 1...1, .control), ("mixrampdelay", 1...1, .control), ("mount", 2...2, .admin),
        ("move", 2...2, .control), ("moveid", 2...2, .control), ("moveoutput", 1...1, .admin),
        ("newpartition", 1...1, .admin), ("next", 0...0, .control), ("notcommands", 0...0, []),
        ("outputs", 0...0, .read), ("outputset", 3...3, .admin), ("partition", 1...1, .read), ("password", 1...1, []),
        ("pause", 0...1, .control), ("ping", 0...0, []), ("play", 0...1, .control), ("playid", 0...1, .control),
        ("playlist", 0...0, .read), ("playlistadd", 2...3, .control), ("playlistclear", 1...1, .control),
        ("playlistdelete", 2...2, .control), ("playlistfind", 1...most, .read), ("playlistid", 0...1, .read),
        ("playlistinfo", 0...1, .read), ("playlistmove", 3...3, .control), ("playlistsearch", 1...most, .read),
        ("plchanges", 1...2, .read), ("plchangesposid", 1...2, .read), ("previous", 0...0, .control),
        ("prio", 2...most, .control), ("prioid", 2...most, .control), ("random", 1...1, .control),
        ("rangeid", 2...2, .add), ("readcomments", 1...1, .read), ("readmessages", 0...0, .read),
        ("readpicture", 2...2, .read), ("rename", 2...2, .control), ("repeat", 1...1, .control),
        ("replay_gain_mode", 1...1, .control), ("replay_gain_status", 0...0, .read), ("rescan", 0...1, .control),
        ("rm", 1...1, .control), ("save", 1...1, .control), ("search", 1...most, .read), ("searchadd", 1...most, .add),
        ("searchaddpl", 2...most, .control), ("seek", 2...2, .control), ("seekcur", 1...1, .control),
        ("seekid", 2...2, .control), ("sendmessage", 2...2, .control), ("setvol", 1...1, .control),
        ("shuffle", 0...1, .control), ("single", 1...1, .control), ("stats", 0...0, .read), ("status", 0...0, .read),
        ("sticker", 3...most, .admin), ("stop", 0...0, .control), ("subscribe", 1...1, .read),
        ("swap", 2...2, .control),
        ("swapid", 2...2, .control), ("tagtypes", 0...most, .read), ("toggleoutput", 1...1, .admin),
        ("unmount", 1...1, .admin), ("unsubscribe", 1...1, .read), ("update", 0...1, .control),
        ("urlhandlers", 0...0, .read), ("volume", 1...1, .control),
    ]
}
