// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: LinkOpening {
    private static var schemes: [String] { ["geo:", "tel:", "mailto:", "sms:", "xmpp:", "http://", "https://"] }

    package func open(_ address: String) async throws(ClientError) {
        guard Self.schemes.contains(where: address.lowercased().hasPrefix) else {
            throw ClientError(
                .invalidValue, "only geo:, tel:, mailto:, sms:, xmpp:, http: and https: addresses are opened")
        }
        if try await link.openThroughPortal(address) { return }
        guard DefaultHandler.open(address) != nil else { return }
        let scheme = address.prefix { $0 != ":" }.lowercased()
        throw ClientError(
            .unavailable, "no program here opens \(scheme): addresses; install one, or open it yourself: \(address)")
    }
}

extension BusLink {
    private static let portal = "org.freedesktop.portal.Desktop"
    /// The time limit of a dialog in which the user chooses the program.
    private static let choiceLimit = Duration.seconds(60)

    /// Asks the portal of the desktop, which chooses the program and may ask the user. The portal withdraws a request
    /// whose caller leaves the bus, so this waits for its answer.
    ///
    /// - Returns: `false` if there is no portal, or if it finds no program.
    /// - Throws: `refused` if the user chooses none.
    fileprivate func openThroughPortal(_ address: String) async throws(ClientError) -> Bool {
        guard let bus = await reachable() else { return false }
        let (responses, continuation) = AsyncStream.makeStream(
            of: (path: String, code: UInt32).self, bufferingPolicy: .bufferingNewest(8))
        let subscription = bus.subscribe(
            sender: Self.portal, interface: "org.freedesktop.portal.Request", member: "Response"
        ) { signal in
            if case .uint32(let code)? = signal.arguments.first { continuation.yield((signal.path, code)) }
        }
        defer { withExtendedLifetime(subscription) {} }
        guard let request = await Self.request(address, over: bus) else { return false }
        let wait = LongWait("the desktop to choose a program", limit: Self.choiceLimit).begin()
        defer { wait?.cancel() }
        let code = await MediaActor.value(within: Self.choiceLimit) {
            for await response in responses where response.path == request { return response.code }
            return 0
        }
        if code == 1 { throw ClientError(.refused, "no program was chosen for \(address)") }
        return code != 2
    }

    /// - Returns: The path of the request; `nil` if there is no portal, or if it refuses.
    private static func request(_ address: String, over bus: MessageBus) async -> String? {
        do throws(BusError) {
            let reply = try await bus.call(
                "OpenURI", of: "org.freedesktop.portal.OpenURI", at: "/org/freedesktop/portal/desktop", on: portal,
                [.string(""), .string(address), .dictionary([:])])
            if case .objectPath(let path)? = reply.first { return path }
            return nil
        } catch {
            return nil
        }
    }
}
