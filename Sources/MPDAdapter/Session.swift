// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// One client: its permissions, the changes that it waits for, and its commands.
@MediaActor
final class Session {
    /// The default size of a part of a picture, the largest size, and the largest that a client may request, in bytes.
    static let binaryLimit = 8_192
    static let largestBinary = 1 << 20
    static let mostBinaryLimit = 8 << 20
    /// The size of a pending reply, in bytes, above which it is sent before the rest is created.
    private static let flushSize = 64 << 10
    /// The longest time that a command computes before other clients have a turn.
    private static let longestTurn: Duration = .milliseconds(2)
    /// The maximum number of channels of a client, of messages that wait for it, and of their bytes.
    static let mostChannels = 64
    static let mostMessages = 64
    static let largestMessages = 64 << 10

    let socket: ClientSocket
    let mirror: ServiceMirror
    let hub: SessionHub
    /// Whether the client connected through the socket in the runtime folder, and therefore is the user.
    let isLocal: Bool
    var permissions: Permissions
    var mask = TagMask.all
    var binaryLimit = Session.binaryLimit
    var reply = Reply()
    var channels: Set<String> = []
    var messages: [(channel: String, text: String)] = []
    /// The picture that is being sent in parts.
    var picture: Picture?
    /// The time when other clients have their turn.
    private var turnEnd = ContinuousClock.now
    private var idle = IdleState()
    /// The changes to report to a client that waits.
    private var news: Subsystems?
    private var list: CommandList?
    private var isOver = false
    /// Whether the current command is part of a list that changes something: such a list is carried out completely,
    /// even for a client that has left.
    private var mustFinish = false
    /// The number of turns that such commands have computed for a client that has left, and its maximum: an abandoned
    /// list of endless searches must not keep the server busy.
    private var abandonedTurns = 0
    private static let mostAbandonedTurns = 250
    /// Whether input of the client is being processed.
    private var isBusy = false
    /// Called when the client has left; `nil` afterwards.
    private var onEnd: (@MediaActor () -> Void)?

    var service: OnCueConnection { mirror.service }
    /// Whether the client has not sent the password that it needs for any command.
    var isStranger: Bool { !isLocal && permissions.isEmpty }

    init(_ socket: ClientSocket, _ mirror: ServiceMirror, _ hub: SessionHub, isLocal: Bool, _ permissions: Permissions)
    {
        (self.socket, self.mirror, self.hub) = (socket, mirror, hub)
        (self.isLocal, self.permissions) = (isLocal, permissions)
    }

    /// Notes that something has changed.
    func note(_ changed: Subsystems) {
        guard let told = idle.note(changed) else { return }
        news = (news ?? []).union(told)
        guard !isBusy, onEnd != nil else {
            Task { serve() }
            return
        }
        // The client is notified at once; its next command is processed after that.
        isBusy = true
        Task.immediate {
            await tellNews()
            isBusy = false
            Task { serve() }
        }
    }

    /// Notifies a client that waits of the changes.
    private func tellNews() async {
        guard let told = news else { return }
        news = nil
        for name in told.names { reply.add("changed", name) }
        await finish("OK\n")
    }

    /// Greets the client, and serves it until it leaves.
    ///
    /// - Parameter end: Called when it has left.
    func begin(_ end: @escaping @MediaActor () -> Void) {
        onEnd = end
        socket.onReady = { [weak self] in self?.serve() }
        reply.addLine("OK MPD 0.23.5\n")
        serve()
    }

    /// Answers everything that the client has sent, beginning at once: most commands are carried out without waiting.
    private func serve() {
        guard !isBusy, onEnd != nil else { return }
        isBusy = true
        turnEnd = .now + Self.longestTurn
        Task.immediate {
            await work()
            isBusy = false
        }
    }

    private func work() async {
        socket.endWait()
        if socket.isLate { isOver = true }
        // The greeting.
        if !reply.bytes.isEmpty { await socket.send(reply.take()) }
        while !isOver, !socket.isClosed {
            if news != nil {
                await tellNews()
                continue
            }
            switch socket.nextLine() {
            case .line(let line):
                await receive(line)
                // A list whose end has already arrived is carried out, as MPD does.
                if (try? await rest()) == nil, list == nil { isOver = true }
            case .foreign: isOver = true
            case .none:
                if socket.read() { continue }
                if socket.isClosed || socket.linger() { continue }
                let patience = isStranger ? ClientSocket.strangerPatience : ClientSocket.patience
                return socket.waitForInput(within: idle.awaited == nil ? patience : nil)
            }
        }
        endList()
        socket.close()
        onEnd?()
        onEnd = nil
    }

    private func endList() {
        hub.noteList(grownBy: -(list?.size ?? 0))
        list = nil
    }

    private func receive(_ line: ArraySlice<UInt8>) async {
        var line = line
        // Trailing spaces have no meaning, nor have the carriage returns of other systems.
        while let last = line.last, last <= 0x20 { line.removeLast() }
        if idle.awaited != nil || line.elementsEqual("noidle".utf8) {
            // A client that waits may send nothing else; one that was notified meanwhile already has its answer.
            guard line.elementsEqual("noidle".utf8) else {
                isOver = true
                return
            }
            guard idle.awaited != nil else { return }
            idle.end()
            return await finish("OK\n")
        }
        if RequestLine.isFromBrowser(line) {
            isOver = true
            return
        }
        if list != nil {
            guard CommandList.isEnd(line) else {
                let size = list?.size ?? 0
                if list?.add(line) == false || !hub.hasRoomForLists { isOver = true }
                hub.noteList(grownBy: (list?.size ?? 0) - size)
                return
            }
            return await runList()
        }
        if let begun = CommandList(begunBy: line, room: isStranger ? .stranger : .usual) {
            list = begun
            return
        }
        guard await perform(line, at: 0, inList: false), !isOver else { return }
        // A client that waits for changes is answered when there is one, which may be at once.
        if idle.awaited == nil, news == nil { await finish("OK\n") }
    }

    private func runList() async {
        guard let list else { return }
        // The list takes up memory until it has been carried out.
        defer { endList() }
        var index = 0
        // Additions that were refused together are not combined again.
        var addsTogether = true
        abandonedTurns = 0
        while index < list.lines.count {
            // An addition starts the daemon again, whatever started this turn.
            let together = await DaemonStart.$isAllowed.withValue(true) { await additions(in: list, from: index) }
            if together.count > 1 {
                let isDone = await DaemonStart.$isAllowed.withValue(true) {
                    await carryOut(together, at: index, tellsEach: list.tellsEach)
                }
                guard isDone else { return }
                index += together.count
            } else if addsTogether, let count = await addToPlaylist(in: list, from: index, &addsTogether) {
                guard count > 0 else { return }
                index += count
            } else {
                guard await perform(list.lines[index][...], at: index, inList: true), !isOver else { return }
                if list.tellsEach { reply.addLine("list_OK\n") }
                index += 1
            }
            // The list of a client that has left meanwhile is carried out to its end, as MPD does.
            try? await flush()
            try? await rest()
        }
        await finish("OK\n")
    }

    /// Carries out commands of a list that add songs to a playlist, if several of them follow each other.
    ///
    /// - Parameter addsTogether: Set to `false` if they were refused together.
    /// - Returns: The number of commands; `nil` if they have to be carried out separately, 0 if the list has ended with
    ///   an error.
    private func addToPlaylist(
        in list: CommandList, from index: Int, _ addsTogether: inout Bool
    ) async -> Int? {
        let (count, isRefused) = await DaemonStart.$isAllowed.withValue(true) { () -> (Int?, Bool) in
            let (name, places) = await playlistAdditions(in: list, from: index)
            guard !places.isEmpty else { return (nil, false) }
            do throws(ServiceError) {
                let isDone = try await add(places, toPlaylist: name, tellsEach: list.tellsEach)
                return isDone ? (places.count, false) : (nil, true)
            } catch {
                await refuse(CommandRefusal(error), index, "playlistadd")
                return (0, false)
            }
        }
        if isRefused { addsTogether = false }
        return count
    }

    private func finish(_ text: String) async {
        reply.addLine(text)
        await socket.send(reply.take())
    }

    /// Sends the pending part of a reply if it is large, and lets other clients have their turn.
    ///
    /// - Throws: ``ClientGone``.
    func flush() async throws {
        guard reply.bytes.count > Self.flushSize else { return }
        await socket.send(reply.take(isMiddle: true))
        try await endTurn()
    }

    /// Lets other clients have their turn if this one was long.
    ///
    /// - Throws: ``ClientGone``.
    func rest() async throws {
        if ContinuousClock.now >= turnEnd { try await endTurn() }
    }

    private func endTurn() async throws {
        await Task.yield()
        turnEnd = .now + Self.longestTurn
        guard socket.isGone else { return }
        if mustFinish { abandonedTurns += 1 }
        if !mustFinish || abandonedTurns > Self.mostAbandonedTurns { throw ClientGone() }
    }

    /// Carries out one command, or refuses it.
    ///
    /// - Returns: Whether it was carried out.
    private func perform(_ line: ArraySlice<UInt8>, at index: Int, inList: Bool) async -> Bool {
        var name = ""
        do {
            let request = try RequestLine(line)
            let rule = try CommandRule.rule(for: request)
            name = rule.name
            try rule.check(request, permissions)
            if request.command == "idle" {
                if inList { throw CommandRefusal(.notList, "idle cannot be in a list of commands") }
                news = idle.wait(for: try Subsystems(request.arguments))
                return true
            }
            if request.command == "close" {
                isOver = true
                return true
            }
            guard let handler = Self.handlers[request.command] else {
                throw CommandRefusal(.unknown, "unknown command \"\(request.command)\"")
            }
            let changesNothing = rule.changesNothing(request)
            if inList, changesNothing, !rule.permission.isEmpty, socket.isGone { return true }
            mustFinish = inList && !changesNothing
            defer { mustFinish = false }
            // Clients send queries on their own after a notification; these do not start the daemon again. It makes no
            // difference what started this turn.
            let mayStart = !(mirror.wasThere && (changesNothing || rule.needsPlayback))
            try await DaemonStart.$isAllowed.withValue(mayStart) { try await handler(self, request.arguments) }
            return true
        } catch let mistake as RequestLine.Mistake {
            switch mistake {
            case .noCommand(let refusal):
                isOver = true
                await refuse(refusal, index, name)
            case .arguments(let refusal): await refuse(refusal, index, name)
            }
        } catch is ClientGone {
            // The client no longer reads the replies in its list, but later commands of the list may change something.
            if inList, abandonedTurns <= Self.mostAbandonedTurns { return true }
            isOver = true
        } catch let refusal as CommandRefusal {
            await refuse(refusal, index, name)
        } catch let error as ServiceError {
            await refuse(CommandRefusal(error), index, name)
        } catch {
            await refuse(CommandRefusal(.system, "\(error)"), index, name)
        }
        return false
    }

    func refuse(_ refusal: CommandRefusal, _ index: Int, _ name: String) async {
        await finish(refusal.line(at: index, in: name))
    }

    typealias Handler = @MediaActor @Sendable (Session, [String]) async throws -> Void

    private static let handlers: [String: Handler] =
        statusHandlers
        .merging(playbackHandlers) { first, _ in first }
        .merging(queueHandlers) { first, _ in first }
        .merging(libraryHandlers) { first, _ in first }
        .merging(playlistHandlers) { first, _ in first }
        .merging(otherHandlers) { first, _ in first }
}

/// An error that means that the client has left, so that its command need not be continued.
struct ClientGone: Error {}

extension CommandRefusal {
    /// Creates the refusal for an error of the service.
    init(_ error: ServiceError) {
        let code: Code =
            switch error.code {
            case .notFound, .nothingMatches, .noSuchEntry, .noSuchChapter, .noSuchFolder, .notInLibrary,
                .staleIndexPath:
                .notThere
            case .queueFull: .queueFull
            case .invalidValue, .invalidPlace, .invalidQuery, .notContainer, .notPlayable, .refused: .argument
            case .permissionDenied: .permission
            case .nothingPlaying, .notSeekable, .notAvailable: .playerSync
            default: .system
            }
        self.init(code, error.message)
    }
}

/// All clients, and the messages between them.
@MediaActor
final class SessionHub {
    private(set) var sessions: [UInt64: Session] = [:]
    let settings: MPDSettings
    /// The maximum size of all lists of commands that are being received, in bytes.
    private static let largestLists = 32 << 20
    private var listSize = 0
    /// The last value that was set; without a delay it has no effect, here as in MPD.
    var mixRampLevel = "0"

    init(_ settings: MPDSettings) { self.settings = settings }

    /// The number of clients that connected over the network.
    private(set) var distantCount = 0

    func add(_ session: Session) {
        sessions[session.socket.number] = session
        if !session.isLocal { distantCount += 1 }
    }

    func remove(_ session: Session) {
        sessions[session.socket.number] = nil
        if !session.isLocal { distantCount -= 1 }
        if !session.channels.isEmpty { note(.subscription) }
    }

    /// Disconnects the longest-waiting client without a password if there are too many.
    func makeRoomForStranger(of most: Int) {
        let strangers = sessions.values.filter { $0.isStranger && !$0.socket.isClosed }
        guard strangers.count >= most else { return }
        strangers.min { $0.socket.number < $1.socket.number }?.socket.close()
    }

    private var guesses = GuessLimit()
    /// The last of the passwords that wait for each address: they are checked one after the other.
    private var turns: [[UInt8]: Task<Permissions?, Never>] = [:]

    /// Returns the permissions of a client that has sent a password; `nil` if it is wrong, after a second.
    ///
    /// A correct password is answered at once, unless too many wrong ones came from the same address: in the long run,
    /// many connections guess no faster than one.
    func permissions(for word: String, of session: Session) async -> Permissions? {
        let found =
            if session.isLocal { settings.permissions(for: word) } else {
                await permissions(for: word, of: session, from: session.socket.origin)
            }
        if found == nil { try? await MediaActor.sleep(for: GuessLimit.price) }
        return found
    }

    private func permissions(for word: String, of session: Session, from origin: [UInt8]) async -> Permissions? {
        let former = turns[origin]
        if former == nil, guesses.wait(of: origin, at: .now) == nil { return look(at: word, of: session, from: origin) }
        let turn = Task { () -> Permissions? in
            _ = await former?.value
            while !session.socket.isGone, let wait = guesses.wait(of: origin, at: .now) {
                guard (try? await MediaActor.sleep(for: min(wait, GuessLimit.price))) != nil else { return nil }
            }
            return look(at: word, of: session, from: origin)
        }
        turns[origin] = turn
        let found = await turn.value
        if turns[origin] == turn { turns[origin] = nil }
        return found
    }

    private func look(at word: String, of session: Session, from origin: [UInt8]) -> Permissions? {
        // A client that has left gets no answer, and does not delay others.
        guard !session.socket.isGone else { return nil }
        let found = settings.permissions(for: word)
        if found == nil { guesses.noteWrong(from: origin, at: .now) }
        return found
    }

    func noteList(grownBy size: Int) { listSize += size }

    var hasRoomForLists: Bool { listSize <= Self.largestLists }

    func note(_ changed: Subsystems) {
        guard !changed.isEmpty else { return }
        for session in sessions.values { session.note(changed) }
    }
}
