// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Carries out the requests of the browser, each independently; results are delivered as events.
final class BrowserService: ScreenService {
    /// The time for which a row must be selected before it is prepared.
    private static let rest = Duration.milliseconds(300)

    private let service: any MediaServiceClient
    private let tell: @Sendable (BrowserEvent) -> Void
    private var watch: Task<Void, Never>?
    private var preparation: Task<Void, Never>?
    private var filtering = FilterErrand()

    init(_ service: any MediaServiceClient, _ tell: @escaping @Sendable (BrowserEvent) -> Void) {
        self.service = service
        self.tell = tell
    }

    func end() {
        watch?.cancel()
        preparation?.cancel()
        filtering.end()
    }

    func perform(_ effect: BrowserEffect) {
        let service = service
        let tell = tell
        switch effect {
        case .fetch(let fetch):
            if let matcher = fetch.filter { return filter(fetch, matcher) }
            Task { @Sendable in
                let event = await Self.page(fetch, service)
                tell(event)
            }
        case .watch(let token, let identifier):
            watch?.cancel()
            watch = Task { @Sendable in
                for await update in service.contentUpdates(of: identifier) { tell(.content(token: token, update)) }
            }
        case .prepare(let identifier):
            preparation?.cancel()
            preparation = Task { @Sendable in
                guard (try? await MediaActor.sleep(for: Self.rest)) != nil else { return }
                // A failure concerns no request of the user, so it is not shown.
                try? await service.prepare(identifier)
            }
        case .play(let places, let shuffle, let title):
            act("cannot play \(title)", places) { place async throws(ClientError) in
                let played = try await service.play(
                    place, PlayOptions(shuffleMode: shuffle.map { $0 ? .tracks : .off }))
                return "Playing " + ContentPhrase.text(played)
            }
        case .enqueue(let places, let options, let title):
            act("cannot add \(title)", places) { place async throws(ClientError) in
                let added = try await service.enqueue(place, options)
                let number = "number \((added.position ?? 0) + 1)"
                return "Added \(ContentPhrase.text(added)) as \(number)" + (options.isNext ? ", to play next" : "")
            }
        case .toggle:
            act("", [""]) { _ async throws(ClientError) in
                try await service.perform(.toggle)
                return ""
            }
        case .suspend, .quit: break
        }
    }

    /// Reads a page, and delivers its matches.
    private func filter(_ fetch: BrowserFetch, _ matcher: BrowserMatcher) {
        let (service, tell) = (service, tell)
        filtering.begin(matcher) {
            let event = await Self.page(fetch, service)
            guard case .page(_, let listing) = event else { return event }
            return .filtered(fetch, BrowserFilterStep(listing, matcher))
        } tell: {
            tell($0)
        }
    }

    /// Does it with the first place that is not stale.
    private func act(
        _ trouble: String, _ places: [String],
        _ action: @escaping @Sendable (String) async throws(ClientError) -> String
    ) {
        let tell = tell
        Task { @Sendable in
            for place in places {
                do throws(ClientError) {
                    let sentence = try await action(place)
                    return sentence.isEmpty ? () : tell(.told(sentence))
                } catch {
                    if error.code == .staleIndexPath, place != places.last { continue }
                    return tell(.told("! " + error.message))
                }
            }
        }
    }

    /// Returns a page, by its position as long as the same container is there, or else by its identifier.
    private static func page(_ fetch: BrowserFetch, _ service: any MediaServiceClient) async -> BrowserEvent {
        do throws(ClientError) {
            if let listing = try await positioned(fetch, service) { return .page(fetch, listing) }
            return .page(
                fetch,
                try await service.children(
                    of: fetch.identifier, offset: fetch.offset, limit: fetch.limit, waits: fetch.waits))
        } catch {
            return .pageFailed(fetch, error)
        }
    }

    private static func positioned(
        _ fetch: BrowserFetch, _ service: any MediaServiceClient
    ) async throws(ClientError) -> ContentListing? {
        guard let path = fetch.path else { return nil }
        do throws(ClientError) {
            let listing = try await service.children(
                of: path, offset: fetch.offset, limit: fetch.limit, waits: fetch.waits)
            let isSame = fetch.identifier.isEmpty || listing.container?.identifier == fetch.identifier
            return isSame ? listing : nil
        } catch {
            let mayHaveMoved = [.staleIndexPath, .notFound, .notContainer].contains(error.code)
            guard mayHaveMoved, !fetch.identifier.isEmpty else { throw error }
            return nil
        }
    }
}
