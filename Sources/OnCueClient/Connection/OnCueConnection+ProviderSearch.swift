// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func searchProviders(_ words: String, limit: Int) -> AsyncStream<ProvidedMatches> {
        let (matches, continuation) = AsyncStream.makeStream(of: ProvidedMatches.self, bufferingPolicy: .unbounded)
        let task = Task { @MediaActor [link] in
            await Self.searchProviders(words, limit, over: link) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return matches
    }

    /// Longer than any answer takes; it bounds the wait for a daemon that does not answer.
    private static let patience: Duration = .seconds(12)

    @MediaActor
    private static func searchProviders(
        _ words: String, _ limit: Int, over link: BusLink, found: (ProvidedMatches) -> Void
    ) async {
        guard let bus = await link.reachable() else { return }
        let (answers, continuation) = AsyncStream.makeStream(of: [BusValue].self, bufferingPolicy: .unbounded)
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: ServiceNames.playableContent,
                member: "SearchFound"
            ) { continuation.yield($0.arguments) }
        ])
        let alarm = Task {
            if (try? await MediaActor.sleep(for: patience)) != nil { continuation.finish() }
        }
        defer {
            alarm.cancel()
            subscriptions.end()
        }
        let options = BusValue.dictionary(["limit": .uint32(UInt32(clamping: limit)), "provided": .bool(true)])
        let reply = await link.callRunning(
            "BeginSearch", of: ServiceNames.playableContent, [.string(words), options], over: bus)
        guard let number = reply?.first else { return }
        for await answer in answers where answer.count == 5 && answer[0] == number {
            if answer[4].boolValue == true { break }
            let error = answer[3].stringValue ?? ""
            let matches = ProvidedMatches(
                source: answer[1].stringValue ?? "", items: records(in: answer[2]), error: error.isEmpty ? nil : error)
            if !matches.items.isEmpty || matches.error != nil { found(matches) }
        }
    }

    private static func records(in groups: BusValue) -> [ContentRecord] {
        (groups.arrayValue ?? []).flatMap { group -> [ContentRecord] in
            guard let members = group.arrayValue, members.count == 4 else { return [] }
            return [ContentRecord](wire: members[3]) ?? []
        }
    }
}
