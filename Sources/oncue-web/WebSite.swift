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

/// Answers browsers: serves the files of the page to everyone, and the interface to paired devices.
@MediaActor
final class WebSite: WebResponder {
    private let place: Place
    private let service: OnCueConnection
    private let hub: EventHub
    private let here: PlayingHere
    private let pages = PageFiles()
    private let executor = BlockingExecutor(label: "oncue.web")
    private var book: WebBook
    private var gate: RequestGate
    private var gateTime = ContinuousClock.now
    private var rates = CommandRates()

    /// The least time between two looks at the addresses of this machine.
    private static let addressTime: Duration = .seconds(2)

    init(_ place: Place, _ book: WebBook, _ service: OnCueConnection) {
        (self.place, self.book, self.service) = (place, book, service)
        gate = RequestGate(place.hosts(book.settings))
        var generator = SystemRandomNumberGenerator()
        hub = EventHub(service, run: String(WebSecret.token(&generator).prefix(8)))
        here = PlayingHere(service)
        here.onChange = { [hub] in hub.tellPlayingHere() }
    }

    /// Devices were paired or forgotten.
    func use(_ book: WebBook) {
        self.book = book
        let hashes = Set(book.devices.map(\.hash))
        rates.keep(hashes)
        hub.keep(hashes)
    }

    // MARK: Heads

    func refusal(of head: WebRequestHead) -> WebAnswer? {
        do throws(WebRefusal) {
            let target = try target(of: head)
            guard target.path.first == "api" else { return nil }
            if Self.isOpen(target) {
                guard head.method != "POST" || rates.allowsPairing(at: Place.clock) else { throw Self.tooMany }
                return nil
            }
            let device = try paired(head)
            if head.method == "POST", !rates.allowsCommand(device.hash, at: Place.clock) { throw Self.tooMany }
            // Each asks all paired machines, by a program of its own.
            if target.path == ["api", "1", "machines"], !rates.allowsQuestion(device.hash, at: Place.clock) {
                throw Self.tooMany
            }
            return nil
        } catch {
            return WebAnswer(error)
        }
    }

    private static let tooMany = WebRefusal(.tooManyRequests, "too many commands at once; try again in a moment")

    /// Returns whether a device that is not paired may make a request.
    private static func isOpen(_ target: RequestTarget) -> Bool {
        target.path == ["api", "1", "session"] || target.path == ["api", "1", "pair"]
    }

    /// Returns the target of a request. If the host is unknown, the addresses of this machine are read again.
    private func target(of head: WebRequestHead) throws(WebRefusal) -> RequestTarget {
        if !gate.hosts.allows(head.host), ContinuousClock.now - gateTime > Self.addressTime {
            gateTime = .now
            gate = RequestGate(place.hosts(book.settings))
        }
        return try gate.target(of: head)
    }

    private func device(of head: WebRequestHead) -> WebDevice? {
        guard let token = DeviceCookie.token(in: head.cookie, isEncrypted: head.isEncrypted) else { return nil }
        let hash = WebFiles.hash(token)
        guard let device = book.device(hash: hash) else { return nil }
        if book.see(hash: hash, now: Place.now) {
            Task { [executor, files = place.files] in
                await executor.run { _ = try? files.change { $0.see(hash: hash, now: Place.now) } }
            }
        }
        return device
    }

    /// The paired device that asks.
    private func paired(_ head: WebRequestHead) throws(WebRefusal) -> WebDevice {
        if let device = device(of: head) { return device }
        throw WebRefusal(.notPaired, "this device is not paired; run oncue web on the machine that plays")
    }

    // MARK: Web sockets

    func opened(_ socket: WebSocket, _ head: WebRequestHead) {
        // It may have been forgotten since its head was read.
        guard let device = device(of: head) else { return socket.close(EventHub.forgotten, "not paired") }
        hub.add(socket, hash: device.hash)
    }

    // MARK: Answers

    func answer(to head: WebRequestHead, _ body: [UInt8]) async -> WebAnswer {
        do {
            let target = try gate.target(of: head)
            if head.method == "POST", body.count > WebLimits.body {
                throw WebRefusal(.tooLarge, "the body is too large")
            }
            guard target.path.first == "api" else {
                if target.path == ["ca.crt"] { return try await authority() }
                guard let answer = pages.answer(to: target, head) else { throw Self.nothing }
                return answer
            }
            guard target.path.count >= 3, target.path[1] == "1" else { throw Self.nothing }
            return try await DaemonStart.$isAllowed.withValue(head.startsService) {
                try await interface(head, target, body)
            }
        } catch {
            let answer = WebRefusal.answer(to: error)
            return WebAnswer(answer.status, json: answer.json.text())
        }
    }

    private static let nothing = WebRefusal(.notFound, "there is nothing at this address")

    private func interface(
        _ head: WebRequestHead, _ target: RequestTarget, _ body: [UInt8]
    ) async throws -> WebAnswer {
        let path = target.path.dropFirst(2).joined(separator: "/")
        switch (head.method == "POST", path) {
        case (false, "session"): return session(head)
        case (true, "pair"): return try await pair(head, RequestReader.object(body))
        case (true, "unpair"): return try await unpair(head)
        case (false, "state"):
            return Self.json(PrivateFields.removed(from: FormJSON.object(try await hub.state())))
        case (false, "now"):
            let report = try await service.nowPlaying()
            let reply = NowReply(clock: Place.clock, now: report)
            return Self.json(PrivateFields.removed(from: FormJSON.object(reply)))
        case (false, "events"): throw WebRefusal(.invalidValue, "this address is a web socket")
        case (false, _) where target.path[2] == "art" && target.path.count == 4:
            return try await picture(target)
        case (true, "here"):
            let request = try HereRequest.read(RequestReader.object(body))
            let reply = try await here.follow(request, of: try paired(head))
            return Self.json(PrivateFields.removed(from: FormJSON.object(reply)))
        case (false, _) where target.path[2] == "media" && target.path.count == 4:
            return try await here.medium(target.path[3], head, of: try paired(head))
        default:
            let endpoint = try WebEndpoint.find(head.method == "POST" ? .post : .get, path)
            let members =
                endpoint.verb == .post ? try RequestReader.object(body) : endpoint.members(of: target.parameters)
            return Self.json(try await endpoint.answer(service, members))
        }
    }

    private static func json(_ json: JSONValue) -> WebAnswer { WebAnswer(200, json: json.text()) }

    private func authority() async throws -> WebAnswer {
        let bytes = await executor.run { [files = place.files] in files.authorityCertificate() }
        guard book.settings.isEncrypted, let bytes else { throw Self.nothing }
        return WebAnswer(200, type: "application/x-x509-ca-cert", body: bytes)
    }

    // MARK: Pairing

    private func session(_ head: WebRequestHead) -> WebAnswer {
        guard let device = device(of: head),
            let token = DeviceCookie.token(in: head.cookie, isEncrypted: head.isEncrypted)
        else { return Self.json(["paired": false]) }
        let answer: JSONValue = [
            "paired": true, "name": .string(device.name), "machine": .string(place.machine),
            "version": .string(ServiceVersion.current),
        ]
        // The page asks this whenever it begins, so a browser that is in use keeps its cookie.
        let cookie = DeviceCookie.field(token, isEncrypted: head.isEncrypted)
        return WebAnswer(200, json: answer.text(), fields: ["Set-Cookie": cookie])
    }

    private func pair(_ head: WebRequestHead, _ members: [JSONValue.Member]) async throws -> WebAnswer {
        let json = JSONValue.object(members)
        guard let code = json["code"]?.stringValue, let name = json["name"]?.stringValue else {
            throw WebRefusal(.invalidValue, "expected code and name, both texts")
        }
        guard name.count <= 60 else { throw WebRefusal(.invalidValue, "name is too long; at most 60 characters") }
        let paired = try await executor.runThrowing { [files = place.files] in try files.pair(code, name: name) }
        guard let paired else {
            throw WebRefusal(.notAllowed, "\(WebBook.limit) devices are paired; forget one with: oncue web forget NAME")
        }
        try await readBook()
        let cookie = DeviceCookie.field(paired.token, isEncrypted: head.isEncrypted)
        return WebAnswer(
            200, json: (["name": .string(paired.device.name)] as JSONValue).text(), fields: ["Set-Cookie": cookie])
    }

    private func unpair(_ head: WebRequestHead) async throws -> WebAnswer {
        if let device = device(of: head) {
            _ = try await executor.runThrowing { [files = place.files] () throws(WebFault) in
                try files.change { $0.forget(hash: device.hash) }.book
            }
            try await readBook()
        }
        let cookie = DeviceCookie.field("", isEncrypted: head.isEncrypted, age: 0)
        return WebAnswer(200, json: "{}", fields: ["Set-Cookie": cookie])
    }

    /// Reads the devices again.
    func readBook() async throws {
        use(
            try await executor.runThrowing { [files = place.files] () throws(WebFault) in try files.book() })
    }

    // MARK: Pictures

    /// The largest picture that is sent, in bytes.
    private nonisolated static let largestPicture = 8 << 20

    private func picture(_ target: RequestTarget) async throws -> WebAnswer {
        guard let item = ContentIdentifier(target.path[3]) else { throw Self.nothing }
        let size = try target["size"].map { text in
            guard let size = Int(text), [128, 256, 512].contains(size) else {
                throw WebRefusal(.invalidValue, "size must be 128, 256 or 512")
            }
            return size
        }
        // Always a picture that OnCue has made, since nobody has checked the files next to the music. A page that was
        // left open asks for pictures even when the service has been ended, and must not start it.
        let location = try await DaemonStart.$isAllowed.withValue(false) {
            try await service.artwork(of: item.description, size: size ?? 512)
        }
        guard let path = location.filePath.map({ String(decoding: $0, as: UTF8.self) }) else { throw Self.nothing }
        let bytes = await executor.run { (try? WholeFile.read(path, limit: Self.largestPicture)) ?? nil }
        guard let bytes, let type = Self.type(ofPicture: bytes) else { throw Self.nothing }
        return WebAnswer(200, type: type, body: bytes, fields: ["Cache-Control": "private, max-age=3600"])
    }

    /// Returns the type of a picture by its first bytes; `nil` if it is not a picture.
    private static func type(ofPicture bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return "image/webp"
        }
        return nil
    }
}
