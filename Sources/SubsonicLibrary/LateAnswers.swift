// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import SubsonicProtocol

/// Answers that may come too late for the caller: the request continues, and its answer is kept for the next caller
/// that asks for the same.
@MediaActor
final class LateAnswers<Value: Sendable> {
    typealias Answer = Result<Value, SubsonicError>

    private struct Kept {
        var name: String
        var value: Value
        var time: ContinuousClock.Instant
    }

    /// The time for which a late answer is kept.
    private let lifetime: Duration
    /// The maximum number of simultaneous requests, and of late answers.
    private let most: Int
    private var requests: [String: Task<Answer, Never>] = [:]
    /// The requests for which a caller has stopped waiting.
    private var overdue: Set<String> = []
    private var kept: [Kept] = []
    private let clock = ContinuousClock()

    init(most: Int, lifetime: Duration) {
        (self.most, self.lifetime) = (most, lifetime)
    }

    /// Returns an answer.
    ///
    /// - Throws: `late` if the answer does not come in time, or too many requests are under way; the error of the
    ///   request.
    func value(
        _ name: String, within patience: Duration, late: SubsonicError,
        of ask: @escaping @MediaActor () async -> Answer
    ) async throws(SubsonicError) -> Value {
        kept.removeAll { clock.now - $0.time > lifetime }
        if let index = kept.firstIndex(where: { $0.name == name }) { return kept.remove(at: index).value }
        guard requests[name] != nil || requests.count < most else { throw late }
        let request = requests[name] ?? begin(name, ask)
        guard let answer = await MediaActor.value(within: patience, of: { await request.value }) else {
            if requests[name] != nil { overdue.insert(name) }
            throw late
        }
        return try answer.get()
    }

    private func begin(_ name: String, _ ask: @escaping @MediaActor () async -> Answer) -> Task<Answer, Never> {
        let request = Task { @MediaActor [weak self] () -> Answer in
            let answer = await ask()
            self?.end(name, answer)
            return answer
        }
        requests[name] = request
        return request
    }

    private func end(_ name: String, _ answer: Answer) {
        requests[name] = nil
        guard overdue.remove(name) != nil, case .success(let value) = answer else { return }
        kept.append(Kept(name: name, value: value, time: clock.now))
        if kept.count > most { kept.removeFirst() }
    }
}
