// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import MPDAdapter
internal import MPDProtocol
internal import OnCueRuntime

/// The network addresses on which listening has failed so far, and the names, whose addresses may change.
@MediaActor
final class NetworkListening {
    private static let executor = BlockingExecutor(label: "oncue.mpd.names")

    private let settings: MPDSettings
    private let file: ListenerFile
    private var entries: [Entry]
    private let watch = AddressWatch()
    private var isNews = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var alarm: Task<Void, Never>?

    /// An address from the settings.
    struct Entry: Sendable {
        var address: MPDSettings.Address
        var listeners: [MPDListener] = []
        /// The reason why it has no listener.
        var reason: String?
        fileprivate var times: LookupTimes
        /// Whether the log already contains the reason.
        fileprivate var isTold = false
    }

    /// The listeners that start at once, without looking up a name.
    struct Beginning: Sendable {
        fileprivate(set) var entries: [Entry] = []

        var listeners: [MPDListener] { entries.flatMap(\.listeners) }

        init(_ settings: MPDSettings) {
            for address in settings.addresses {
                do throws(MPDListener.Failure) {
                    let listeners = try MPDListener.listeners(on: address, settings, looksUp: false).new
                    entries.append(Entry(address: address, listeners: listeners, times: LookupTimes(isName: false)))
                } catch {
                    let reason = error.isUnknown ? "the name is being looked up" : error.message
                    entries.append(
                        Entry(address: address, reason: reason, times: LookupTimes(isName: error.isUnknown)))
                }
            }
        }
    }

    init(_ settings: MPDSettings, _ file: ListenerFile, _ beginning: Beginning) {
        (self.settings, self.file, entries) = (settings, file, beginning.entries)
    }

    /// Returns the state of the listener.
    nonisolated static func state(_ entries: [Entry]) -> JSONValue {
        let missing = entries.compactMap { entry in
            entry.reason.map { reason -> JSONValue in
                .object([.init("address", .string(entry.address.text)), .init("reason", .string(reason))])
            }
        }
        return .object([
            .init("addresses", .array(entries.map { .string($0.address.text) })), .init("missing", .array(missing)),
        ])
    }

    /// Tries the missing addresses again, and looks names up again when the addresses of this machine change.
    func complete(_ server: MPDServer) async {
        guard entries.contains(where: { $0.reason != nil }) else { return }
        watch.start { [unowned self] in
            isNews = true
            wake()
        }
        for index in entries.indices where entries[index].reason != nil { await look(at: index, server) }
        while true {
            await waitForNext()
            let now = ContinuousClock.now
            if isNews { for index in entries.indices { entries[index].times.noteAddresses(at: now) } }
            isNews = false
            for index in entries.indices {
                if let next = entries[index].times.next, next <= now { await look(at: index, server) }
            }
        }
    }

    private func look(at index: Int, _ server: MPDServer) async {
        let (settings, entry) = (settings, entries[index])
        let result: Result<(new: [MPDListener], old: [MPDListener]), MPDListener.Failure> = await Self.executor.run {
            do throws(MPDListener.Failure) {
                return .success(
                    try MPDListener.listeners(on: entry.address, settings, looksUp: true, besides: entry.listeners))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let found):
            for listener in found.old { server.stopListening(on: listener) }
            for listener in found.new { server.listen(listener) }
            let old = Set(found.old.map(\.descriptor))
            entries[index].listeners = entry.listeners.filter { !old.contains($0.descriptor) } + found.new
            entries[index].reason = nil
            entries[index].isTold = false
        case .failure(let failure):
            // If a name server does not answer, the existing listeners stay.
            if !entry.isTold { Place.note(failure.message) }
            entries[index].isTold = true
            if entry.listeners.isEmpty { entries[index].reason = failure.message }
        }
        var isFound = false
        if case .success = result { isFound = true }
        entries[index].times.noteTry(isFound: isFound, at: .now)
        file.say(Self.state(entries))
    }

    /// Waits for the next attempt, or until the addresses of this machine change.
    private func waitForNext() async {
        guard !isNews else { return }
        if let next = entries.compactMap(\.times.next).min() {
            alarm = Task {
                guard (try? await MediaActor.sleep(for: max(.zero, next - .now))) != nil else { return }
                wake()
            }
        }
        await withCheckedContinuation { waiter = $0 }
        alarm?.cancel()
        alarm = nil
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
