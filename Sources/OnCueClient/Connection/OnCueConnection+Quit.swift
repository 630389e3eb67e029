// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func quit() async throws(ClientError) -> Bool {
        try await link.quit()
    }
}

extension BusLink {
    /// The time limit for a daemon to save everything and end.
    private static let quitLimit = Duration.seconds(10)

    fileprivate func quit() async throws(ClientError) -> Bool {
        guard let bus = try await runningBus() else { return false }
        formerCommand = await Self.command(on: bus)
        // Watched before the request, so that its end is not missed; the private bus ends together with it.
        let (ends, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let subscriptions = Subscriptions([
            bus.watchOwner(of: ServiceNames.busName) { owner in
                if owner == nil { continuation.yield(true) }
            }
        ])
        defer { subscriptions.end() }
        whenClosed(bus) { continuation.yield(true) }
        do throws(BusError) {
            _ = try await Self.send(DaemonMethods.quit, Nothing(), over: bus)
        } catch {
            if Self.isNobodyThere(error) { return false }
            // The daemon, and its bus with it, may end before its answer arrives.
            guard bus.isClosed || error.name == BusError.disconnected || error.isUnanswered else {
                throw ClientError(error)
            }
        }
        let alarm = Task { @MediaActor in
            try await MediaActor.sleep(for: Self.quitLimit)
            continuation.finish()
        }
        defer { alarm.cancel() }
        for await hasGone in ends where hasGone { return true }
        throw ClientError(.failed, "oncued was asked to quit but is still running; see its process in oncue status")
    }

    /// Returns the command line that the daemon was started with; empty if it had no options, or was started by a
    /// service manager, which knows them itself.
    private static func command(on bus: MessageBus) async -> [[UInt8]] {
        guard let process = try? await bus.processIdentifier(of: ServiceNames.busName) else { return [] }
        let groups = String(decoding: FileQuestions.readAll("/proc/\(process)/cgroup"), as: UTF8.self)
        guard !groups.contains("oncued.service") else { return [] }
        let words = FileQuestions.readAll("/proc/\(process)/cmdline").split(
            separator: 0, omittingEmptySubsequences: false)
        return words.count > 2 ? words.dropLast().map(Array.init) : []
    }

    /// Returns the bus; `nil` if only a daemon would create it and none is running.
    private func runningBus() async throws(ClientError) -> MessageBus? {
        if case .own = environment.busLocation { return await reachable() }
        return try await connected()
    }
}
