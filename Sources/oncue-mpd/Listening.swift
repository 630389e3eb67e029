// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import MPDAdapter
internal import MPDProtocol
internal import OnCueClient
internal import OnCueRuntime

/// Listens for clients.
struct Listening {
    private let place = Place()
    private let isApart: Bool

    /// - Parameter apart: Whether it outlives the terminal, and prints nothing after it has started to listen.
    init(apart: Bool) { isApart = apart }

    func run() -> Never {
        let (settings, file, local, isPassed) = prepared()
        let network = NetworkListening.Beginning(settings)
        let listeners = local + network.listeners
        file.say(NetworkListening.state(network.entries))
        // This has to come before the output: the program that started this one may then end, together with its process
        // group.
        if isApart { setsid() }
        Place.say([
            .init("listening", .array(listeners.map { .string($0.text) })), .init("socket", .string(place.socket)),
        ])
        if isApart {
            let nothing = open("/dev/null", O_RDWR)
            for descriptor: Int32 in 0...2 { dup2(nothing, descriptor) }
            close(nothing)
        }
        let service = OnCueConnection(environment: place.environment)
        // A listener that the service manager starts again when a client connects does not need to wait for one.
        let end: @MediaActor @Sendable () -> Void = { exit(0) }
        let onRest = isPassed && settings.addresses.isEmpty ? end : nil
        Task { @MediaActor in
            let server = MPDServer(service, settings, onRest: onRest)
            Self.server = server
            for listener in listeners { server.listen(listener) }
            await NetworkListening(settings, file, network).complete(server)
        }
        // All other work is done on other threads.
        while true { pause() }
    }

    @MediaActor private static var server: MPDServer?

    private func prepared() -> (MPDSettings, ListenerFile, [MPDListener], isPassed: Bool) {
        do {
            let settings = try place.settings()
            guard let file = try place.takeLock() else {
                throw Place.Fault(message: "this machine listens already; oncue mpd off ends that")
            }
            let passed = try MPDListener.passed(settings)
            let local = passed.isEmpty ? [try MPDListener(path: place.socket)] : passed
            return (settings, file, local, !passed.isEmpty)
        } catch let fault as Place.Fault {
            Place.fail(fault.message)
        } catch let failure as MPDListener.Failure {
            Place.fail(failure.message)
        } catch {
            Place.fail("\(error)")
        }
    }
}
