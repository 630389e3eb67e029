// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection {
    package func searchProviders(_ words: String, limit: Int) -> AsyncStream<ProvidedMatches> {
        // Each provider answers once, and the search ends after ``patience``.
        let (matches, continuation) = AsyncStream.makeStream(of: ProvidedMatches.self, bufferingPolicy: .unbounded)
        let task = Task { @MediaActor [link] in
            await Self.searchProviders(words, limit, over: link) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return matches
    }

    /// The time limit of the search: longer than any answer takes, but bounded in case the daemon does not answer.
    private static let patience: Duration = .seconds(12)

    @MediaActor
    private static func searchProviders(
        _ words: String, _ limit: Int, over link: BusLink, found: (ProvidedMatches) -> Void
    ) async {
        guard let bus = await link.way(to: ServiceNames.playableContent) else { return }
        // Answers may come before the number of the search is known, and none may be lost.
        let (answers, continuation) = AsyncStream.makeStream(of: SearchFinding.self, bufferingPolicy: .unbounded)
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: ServiceNames.playableContent,
                member: ContentMethods.found.name
            ) { signal in
                if let finding = signal.content(of: ContentMethods.found) { continuation.yield(finding) }
            }
        ])
        let alarm = Task {
            if (try? await MediaActor.sleep(for: patience)) != nil { continuation.finish() }
        }
        defer {
            alarm.cancel()
            subscriptions.end()
        }
        let options = SearchOptions(limit: limit, isOnlyProvided: true)
        guard let number = await link.callRunning(ContentMethods.beginSearch, Pair(words, options), over: bus)?.value
        else { return }
        for await answer in answers where answer.search == number {
            if answer.isLast { break }
            let matches = ProvidedMatches(
                source: answer.source, items: answer.groups.flatMap(\.items),
                error: answer.error.isEmpty ? nil : answer.error)
            if !matches.items.isEmpty || matches.error != nil { found(matches) }
        }
    }
}
