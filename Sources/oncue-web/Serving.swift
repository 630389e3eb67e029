// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import JSON
internal import OnCueClient
internal import OnCueRuntime
internal import WebAccess
internal import WebServing

/// Serves the page until the process is ended.
struct Serving: Sendable {
    private let place: Place
    private let book: WebBook
    private let isApart: Bool

    /// - Parameter isApart: Whether it outlives the terminal, and prints nothing more once it serves.
    /// - Throws: ``WebFault`` when the page is served already.
    init(_ place: Place, isApart: Bool) throws(WebFault) {
        (self.place, self.isApart) = (place, isApart)
        // Written now, so that the folder is there to be watched.
        book = try place.files.change { _ in }.book
        guard place.files.takeServer() else {
            throw WebFault("the page is served already; oncue web off ends that")
        }
    }

    func run() async {
        do { try await serve() } catch {
            Output.fault(error as? WebFault ?? WebFault("\(error)"))
            exit(1)
        }
    }

    @MediaActor
    private func serve() async throws {
        let site = WebSite(place, book, OnCueConnection(environment: .current()))
        let settings = book.settings
        let server = WebServer(site, isEncrypted: settings.isEncrypted)
        let listener = WebListener(server)
        let keeper = settings.isEncrypted ? CertificateKeeper(place, settings, listener) : nil
        try await keeper?.begin()
        let passed = Self.passedSockets
        if passed.isEmpty {
            try listener.listen(
                port: settings.port, isOnNetwork: settings.isOnNetwork, address: settings.address)
        } else {
            try listener.listen(on: passed, isOnNetwork: settings.isOnNetwork)
            // The service manager starts it again for the next browser.
            listener.whenIdle(for: Self.rest) { exit(0) }
        }
        let monitor = FileMonitor(place.files.folder) { Task { try? await site.readBook() } }
        // Before success is reported: the program that started this one may end together with all of its processes.
        if isApart { setsid() }
        Output.say(["serving": true, "port": .int(settings.port)])
        if isApart { Self.leaveTerminal() }
        let ends = [SIGTERM, SIGINT, SIGHUP].map { number in UnixSignalSource(number) { exit(0) } }
        let (never, continuation) = AsyncStream.makeStream(of: Never.self, bufferingPolicy: .bufferingNewest(1))
        for await _ in never {}
        withExtendedLifetime((site, server, listener, keeper, monitor, ends, continuation)) {}
    }

    /// The time without a browser after which a server whose sockets belong to the service manager ends.
    private static let rest: Duration = .seconds(300)

    /// The sockets that the service manager has passed to this process.
    private static var passedSockets: [Int32] {
        guard let process = ProcessEnvironment.variable("LISTEN_PID"), Int32(process) == getpid(),
            let count = ProcessEnvironment.variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return [] }
        return (3..<(3 + min(count, 16))).map { descriptor in
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    private static func leaveTerminal() {
        let nothing = open("/dev/null", O_RDWR)
        for descriptor: Int32 in 0...2 { dup2(nothing, descriptor) }
        close(nothing)
    }
}
