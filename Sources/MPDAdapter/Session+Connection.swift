// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The connection, pictures, and messages between clients.
extension Session {
    static let otherHandlers: [String: Handler] = [
        "ping": { _, _ in },
        "commands": { session, _ in session.listCommands { session.permissions.isSuperset(of: $0) } },
        "notcommands": { session, _ in session.listCommands { !session.permissions.isSuperset(of: $0) } },
        "urlhandlers": { session, _ in
            for scheme in (session.isLocal ? ["file://"] : []) + ["http://", "https://", ContentBranches.scheme] {
                session.reply.add("handler", scheme)
            }
        },
        "decoders": { session, _ in
            session.reply.add("plugin", "gstreamer")
            for suffix in Session.suffixes { session.reply.add("suffix", suffix) }
        },
        "tagtypes": { session, words in
            for kind in try session.mask.perform(words) ?? [] { session.reply.add("tagtype", kind.name) }
        },
        "binarylimit": { session, words in
            let limit = try ArgumentNumber.count(words[0], upTo: mostBinaryLimit)
            guard limit >= 64 else { throw CommandRefusal(.argument, "Value too small") }
            // Clients accept shorter parts, too.
            session.binaryLimit = min(limit, largestBinary)
        },
        "password": { session, words in
            guard let permissions = await session.hub.permissions(for: words[0], of: session) else {
                throw CommandRefusal(.password, "incorrect password")
            }
            session.permissions = permissions
        },
        "config": { session, _ in
            guard session.isLocal else { throw CommandRefusal(.permission, "Command only permitted to local clients") }
            let roots = try await session.mirror.songs().folders.roots
            guard roots.count == 1 else {
                throw CommandRefusal(.permission, "the library has \(roots.count) folders, not one")
            }
            session.reply.add("music_directory", String(decoding: roots[0].path, as: UTF8.self))
        },
        "kill": { _, _ in throw CommandRefusal(.permission, "OnCue is ended by oncue quit") },
        "albumart": { session, words in try await session.picture(words, isEmbedded: false) },
        "readpicture": { session, words in try await session.picture(words, isEmbedded: true) },
        "sticker": { session, words in try await session.sticker(words) },
        "listmounts": { session, _ in
            let roots = try await session.mirror.songs().folders.roots
            guard session.isLocal, let root = roots.first, roots.count == 1 else { return }
            session.reply.add("mount", "")
            session.reply.add("storage", String(decoding: root.path, as: UTF8.self))
        },
        "listneighbors": { _, _ in throw CommandRefusal(.unknown, "No neighbor plugin configured") },
        "mount": { _, _ in throw CommandRefusal(.permission, "the folders of the library are set by oncue library") },
        "unmount": { _, _ in throw CommandRefusal(.permission, "the folders of the library are set by oncue library") },
        "listpartitions": { session, _ in session.reply.add("partition", "default") },
        "partition": { _, words in
            guard words[0] == "default" else { throw CommandRefusal(.notThere, "partition does not exist") }
        },
        "newpartition": { _, _ in throw CommandRefusal(.permission, "OnCue has one partition") },
        "delpartition": { _, _ in throw CommandRefusal(.permission, "OnCue has one partition") },
        "moveoutput": { _, _ in throw CommandRefusal(.permission, "OnCue has one partition") },
        "outputset": { _, _ in throw CommandRefusal(.permission, "outputs have no attributes") },
        "subscribe": { session, words in try session.subscribe(words[0]) },
        "unsubscribe": { session, words in
            guard session.channels.remove(words[0]) != nil else {
                throw CommandRefusal(.notThere, "not subscribed to this channel")
            }
            session.hub.note(.subscription)
        },
        "channels": { session, _ in
            let names = session.hub.sessions.values.reduce(into: Set<String>()) { $0.formUnion($1.channels) }
            for name in names.sorted() { session.reply.add("channel", name) }
        },
        "readmessages": { session, _ in
            for message in session.messages {
                session.reply.add("channel", message.channel)
                session.reply.add("message", message.text)
            }
            session.messages = []
        },
        "sendmessage": { session, words in
            try Session.checkChannel(words[0])
            let readers = session.hub.sessions.values.filter { $0.channels.contains(words[0]) }
            guard !readers.isEmpty else { throw CommandRefusal(.notThere, "nobody is subscribed to this channel") }
            for reader in readers where reader.hasRoom(for: words[1]) {
                reader.messages.append((words[0], words[1]))
                reader.note(.message)
            }
        },
    ]

    /// Returns whether there is room for another message to this client.
    private func hasRoom(for message: String) -> Bool {
        messages.count < Self.mostMessages
            && messages.reduce(message.utf8.count) { $0 + $1.text.utf8.count } <= Self.largestMessages
    }

    private static let suffixes = [
        "aac", "aif", "aiff", "ape", "flac", "m4a", "m4b", "mka", "mp3", "mp4", "mpc", "oga", "ogg", "opus", "wav",
        "wma", "wv",
    ]

    private func listCommands(_ isWanted: (Permissions) -> Bool) {
        for rule in CommandRule.all where isWanted(rule.permission) && !CommandRule.refused.contains(rule.name) {
            reply.add("command", rule.name)
        }
    }

    private func subscribe(_ channel: String) throws {
        try Self.checkChannel(channel)
        guard channels.count < Self.mostChannels else {
            throw CommandRefusal(.alreadyThere, "subscription list is full")
        }
        guard channels.insert(channel).inserted else {
            throw CommandRefusal(.alreadyThere, "already subscribed to this channel")
        }
        hub.note(.subscription)
    }

    private static func checkChannel(_ name: String) throws {
        let isValid =
            !name.isEmpty && name.utf8.count <= 256
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0)
                    || "_-.:".unicodeScalars.contains($0)
            }
        guard isValid else { throw CommandRefusal(.argument, "invalid channel name") }
    }
}
