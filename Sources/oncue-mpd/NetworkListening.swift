// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import MPDAdapter
internal import MPDProtocol
internal import OnCueRuntime

/// The addresses of the network, and those among them on which nothing listens yet: a name may be known later.
@MediaActor
final class NetworkListening {
    private static let pause: Duration = .seconds(15)
    private static let executor = BlockingExecutor(label: "oncue.mpd.names")

    private let settings: MPDSettings
    private let file: ListenerFile
    private var missing: [(address: MPDSettings.Address, reason: String)]

    /// The listeners that start at once, without looking up a name.
    struct Beginning: Sendable {
        var listeners: [MPDListener] = []
        var missing: [(address: MPDSettings.Address, reason: String)] = []

        init(_ settings: MPDSettings) {
            for address in settings.addresses {
                do throws(MPDListener.Failure) {
                    listeners += try MPDListener.listeners(on: address, settings, looksUp: false)
                } catch {
                    missing.append((address, error.isUnknown ? "the name is being looked up" : error.message))
                }
            }
        }
    }

    init(_ settings: MPDSettings, _ file: ListenerFile, _ beginning: Beginning) {
        (self.settings, self.file, missing) = (settings, file, beginning.missing)
    }

    /// Returns the state of the listener.
    nonisolated static func state(
        _ settings: MPDSettings, missing: [(address: MPDSettings.Address, reason: String)]
    ) -> JSONValue {
        .object([
            .init("addresses", .array(settings.addresses.map { .string($0.text) })),
            .init(
                "missing",
                .array(
                    missing.map {
                        .object([.init("address", .string($0.address.text)), .init("reason", .string($0.reason))])
                    })),
        ])
    }

    /// Tries the addresses that are missing until there are none.
    func complete(_ server: MPDServer) async {
        var isFirst = true
        while !missing.isEmpty {
            for (index, entry) in missing.enumerated().reversed() {
                let (settings, address) = (settings, entry.address)
                let result: Result<[MPDListener], MPDListener.Failure> = await Self.executor.run {
                    do throws(MPDListener.Failure) {
                        return .success(try MPDListener.listeners(on: address, settings, looksUp: true))
                    } catch {
                        return .failure(error)
                    }
                }
                switch result {
                case .success(let listeners):
                    for listener in listeners { server.listen(listener) }
                    missing.remove(at: index)
                case .failure(let failure):
                    if isFirst { Place.note(failure.message) }
                    missing[index].reason = failure.message
                }
            }
            isFirst = false
            file.say(Self.state(settings, missing: missing))
            guard !missing.isEmpty, (try? await MediaActor.sleep(for: Self.pause)) != nil else { return }
        }
    }
}
