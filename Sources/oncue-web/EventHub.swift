// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueRuntime
internal import WebAccess
internal import WebInterface
internal import WebServing

/// Sends every page the changes, as long as there is a page.
///
/// A page gets the whole state first, as soon as it is known whether the service is there, and then each change, with
/// a revision. A page that reads slowly gets the whole state again instead of the changes it missed, and is closed if
/// it does not read at all.
@MediaActor
final class EventHub {
    private final class Client {
        let socket: WebSocket
        /// The hash of its device's token.
        let hash: String
        var isBehind = false

        init(_ socket: WebSocket, _ hash: String) { (self.socket, self.hash) = (socket, hash) }
    }

    /// The code of a socket whose device was forgotten.
    static let forgotten: UInt16 = 4_401
    /// The code of a socket whose page reads too slowly.
    private static let slow: UInt16 = 4_408
    private static let slowTick: Duration = .milliseconds(250)

    private let service: OnCueConnection
    /// Names this run, since revisions start again with each run.
    private let run: String
    private var revision: UInt64 = 0
    private var clients: [ObjectIdentifier: Client] = [:]
    private var following: [Task<Void, Never>] = []

    /// Whether it is known if the service is there: until then, pages receive nothing.
    private var hasLooked = false
    private var isServiceThere = false
    private var report: NowPlayingReport?
    /// The time at which ``report`` arrived, on the clock of pages.
    private var reported: Duration = .zero
    private var queue = QueueMark(revision: 0, total: 0)
    private var offer: SuggestionOffer?
    /// The number of reports and requests of the queue: an answer that is older than the last is dropped.
    private var queueCount: UInt64 = 0
    /// The same number for the offer.
    private var offerCount: UInt64 = 0

    init(_ service: OnCueConnection, run: String) { (self.service, self.run) = (service, run) }

    /// Sends a page everything from now on. This starts no service, since the page may have been left open.
    func add(_ socket: WebSocket, hash: String) {
        let client = Client(socket, hash)
        clients[ObjectIdentifier(client)] = client
        socket.onClosed = { [weak self, weak client] in
            guard let self, let client else { return }
            self.clients[ObjectIdentifier(client)] = nil
            if self.clients.isEmpty { self.rest() }
        }
        if following.isEmpty { DaemonStart.$isAllowed.withValue(false) { follow() } }
        if hasLooked { socket.send(snapshot) }
    }

    /// Closes the pages of devices that are no longer paired.
    func keep(_ hashes: Set<String>) {
        for client in clients.values where !hashes.contains(client.hash) {
            client.socket.close(Self.forgotten, "this device was forgotten")
        }
    }

    /// Returns the whole state, as pages get it.
    func state() async throws -> StateReply {
        if !following.isEmpty, isServiceThere { return reply }
        let report = try await service.nowPlaying()
        let page = try await service.queue(offset: 0, limit: 1)
        return StateReply(
            run: run, revision: revision, isServiceThere: true, playing: NowReply(clock: Place.clock, now: report),
            queue: QueueMark(revision: page.revision, total: page.total), offer: try await service.offer())
    }

    private var reply: StateReply {
        let clock = Place.clock
        var report = report
        // The report gives the time until the sound ends as of when the report was made.
        if let sleep = report?.sleep { report?.sleep = sleep.map { max(.zero, $0 - (clock - reported)) } }
        return StateReply(
            run: run, revision: revision, isServiceThere: isServiceThere, playing: NowReply(clock: clock, now: report),
            queue: queue, offer: offer)
    }

    private var snapshot: String { Self.text(FormJSON.object(reply)) }

    private static func text(_ json: JSONValue) -> String { PrivateFields.removed(from: json).text() }

    // MARK: Following the service

    private func follow() {
        following = [
            Task { [service] in
                for await update in service.nowPlayingUpdates() { self.heard(update) }
            },
            Task { [service] in
                for await update in service.queueUpdates() { await self.heard(update) }
            },
            Task { [service] in
                for await update in service.suggestionUpdates() { await self.heard(update) }
            },
            // An update arrives at the beginning, too, whether there is a service or not. A page that is notified of it
            // sends a request, which starts a service; when the service appears, everything is sent.
            Task { [service] in
                for await update in service.outputUpdates() where update == .changed && self.isServiceThere {
                    self.tell("outputs")
                }
            },
            Task { [service] in
                for await update in service.notificationUpdates() where update == .changed && self.isServiceThere {
                    self.tell("alarms")
                }
            },
            // A service that hangs, or a bus that is away, must not leave pages without a word.
            Task {
                guard (try? await MediaActor.sleep(for: WebLimits.look)) != nil, !self.hasLooked else { return }
                self.sendState()
            },
        ]
    }

    private func rest() {
        for task in following { task.cancel() }
        following = []
        hasLooked = false
        forgetService()
    }

    /// Forgets the state of a service that is away, whose late answers do not describe the next one.
    private func forgetService() {
        (isServiceThere, report, offer) = (false, nil, nil)
        queueCount += 1
        offerCount += 1
    }

    private func heard(_ update: NowPlayingUpdate) {
        switch update {
        case .report(let report):
            (self.report, reported) = (report, Place.clock)
            guard isServiceThere else {
                isServiceThere = true
                Task { await self.welcome() }
                return
            }
            tell("now", FormJSON.object(NowReply(clock: Place.clock, now: report)))
        case .serviceLost:
            if isServiceThere { forgetService() } else if hasLooked { return }
            if hasLooked { tell("service", ["service": false]) } else { sendState() }
        }
    }

    /// Sends every page the whole state, when the service has appeared.
    private func welcome() async {
        await readQueue()
        await readOffer()
        if isServiceThere { sendState() }
    }

    private func sendState() {
        hasLooked = true
        revision += 1
        broadcast(snapshot)
    }

    private func heard(_ update: QueueUpdate) async {
        guard isServiceThere else { return }
        switch update {
        case .changed:
            await readQueue()
            tell("queue", ["queue": FormJSON.object(queue)])
        case .edited(let change):
            queueCount += 1
            queue = QueueMark(revision: change.revision, total: change.total)
            tell("queue", ["queue": FormJSON.object(queue)])
        case .serviceLost: break
        }
    }

    private func readQueue() async {
        queueCount += 1
        let count = queueCount
        guard isServiceThere, let page = try? await service.queue(offset: 0, limit: 1), count == queueCount else {
            return
        }
        queue = QueueMark(revision: page.revision, total: page.total)
    }

    private func readOffer() async {
        offerCount += 1
        let count = offerCount
        let answer = try? await service.offer()
        if count == offerCount { offer = answer }
    }

    private func heard(_ update: SuggestionUpdate) async {
        offerCount += 1
        switch update {
        case .raised(let offer):
            self.offer = offer
            tellOffer()
        case .ended(let number, _):
            if offer?.id == number {
                offer = nil
                tellOffer()
            } else if offer == nil, isServiceThere {
                // The answer that was dropped because of this may have described another offer.
                await readOffer()
                if offer != nil { tellOffer() }
            }
        case .changed:
            guard isServiceThere else { return }
            let former = offer
            await readOffer()
            if offer != former { tellOffer() }
            tell("suggestions")
        case .serviceLost: offer = nil
        }
    }

    private func tellOffer() { tell("offer", ["offer": offer.map { FormJSON.object($0) } ?? .null]) }

    // MARK: Telling pages

    /// Notifies pages that their playback may have changed.
    func tellPlayingHere() { tell("here") }

    private func tell(_ type: String, _ more: JSONValue = [:]) {
        guard hasLooked, case .object(let members) = more else { return }
        revision += 1
        let json = JSONValue.object([.init("type", .string(type)), .init("revision", .int(Int(revision)))] + members)
        broadcast(Self.text(json))
    }

    private func broadcast(_ text: String) {
        for client in clients.values where !client.isBehind {
            if client.socket.isReady {
                client.socket.send(text)
            } else {
                client.isBehind = true
                Task { await self.waitFor(client) }
            }
        }
    }

    /// Waits until a page reads again, and sends it the whole state; closes it if it does not.
    private func waitFor(_ client: Client) async {
        let deadline = ContinuousClock.now + WebLimits.slowness
        while ContinuousClock.now < deadline {
            guard (try? await MediaActor.sleep(for: Self.slowTick)) != nil else { return }
            guard clients[ObjectIdentifier(client)] != nil else { return }
            guard client.socket.isReady else { continue }
            client.isBehind = false
            return client.socket.send(snapshot)
        }
        client.socket.close(Self.slow, "this page reads too slowly")
        client.socket.drop()
    }
}
