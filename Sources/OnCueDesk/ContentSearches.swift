// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession

/// Searches of all branches at once, in which each branch's answer is delivered as it arrives.
@MediaActor
final class ContentSearches {
    /// The most searches of one client; beginning another ends the oldest.
    static let perClient = 4
    /// The time limit of a branch; providers have shorter deadlines of their own.
    private static let limit: Duration = .seconds(10)

    private struct Search {
        var client: String
        var task: Task<Void, Never>
    }

    private let manager: ContentManager
    private let send: @MediaActor (_ client: String, _ finding: SearchFinding) -> Void
    private var searches: [UInt32: Search] = [:]
    private var last: UInt32 = 0

    init(
        manager: ContentManager,
        send: @escaping @MediaActor (_ client: String, _ finding: SearchFinding) -> Void
    ) {
        self.manager = manager
        self.send = send
    }

    /// - Parameter onlyProvided: Only searches the content of other programs.
    func begin(_ words: String, limit: Int, onlyProvided: Bool = false, for client: String) -> UInt32 {
        let own = searches.filter { $0.value.client == client }.keys.sorted()
        if own.count >= Self.perClient { end(own[0], of: client) }
        last &+= 1
        let number = last
        let sources = manager.searchSources(onlyProvided: onlyProvided)
        let task = Task { @MediaActor [weak self] in
            await withTaskGroup { group in
                for source in sources {
                    group.addTask { (source.title, await Self.groups(of: source, words, limit)) }
                }
                for await (title, found) in group { self?.tell(number, title, found) }
            }
            self?.finish(number)
        }
        searches[number] = Search(client: client, task: task)
        return number
    }

    func end(_ number: UInt32, of client: String) {
        guard let search = searches[number], search.client == client else { return }
        search.task.cancel()
        searches[number] = nil
    }

    func clientLeft(_ client: String) {
        for number in searches.filter({ $0.value.client == client }).keys { end(number, of: client) }
    }

    /// Returns the results of a source within the time limit, or the reason why there are none.
    private static func groups(
        of source: ContentSearchSource, _ words: String, _ limit: Int
    ) async -> Result<[ContentSearchGroup], ContentError> {
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<[ContentSearchGroup], ContentError>.self, bufferingPolicy: .bufferingOldest(1))
        let search = Task {
            do throws(ContentError) {
                continuation.yield(.success(try await source.find(words, limit)))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let alarm = Task {
            if (try? await MediaActor.sleep(for: Self.limit)) != nil { continuation.finish() }
        }
        defer {
            search.cancel()
            alarm.cancel()
        }
        for await found in results { return found }
        return .failure(ContentError(.unavailable, "no answer within \(Self.limit)"))
    }

    private func tell(_ number: UInt32, _ title: String, _ found: Result<[ContentSearchGroup], ContentError>) {
        guard let search = searches[number] else { return }
        var finding = SearchFinding(search: Int(number), source: title)
        switch found {
        case .success(let groups): finding.groups = groups.map { SearchFinding.Group($0) }
        case .failure(let failure): finding.error = failure.message
        }
        send(search.client, finding)
    }

    private func finish(_ number: UInt32) {
        guard let search = searches.removeValue(forKey: number) else { return }
        send(search.client, SearchFinding(search: Int(number), isLast: true))
    }
}
