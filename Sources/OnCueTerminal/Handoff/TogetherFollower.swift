// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime
internal import PairedMachines

/// Asks another machine for its timeline, compares the clocks, and passes the timeline to the daemon here.
actor TogetherFollower {
    /// The number of exchanges to compare the clocks before anything is passed on.
    private static let comparisons = 8
    /// The pauses before the way is reopened, one for each attempt without an answer in between.
    private static let pauses: [Duration] = [.seconds(1), .seconds(1), .seconds(2)]
    /// The time after which one more question is allowed; a link allows the same rate.
    private static let interval: Duration = .milliseconds(500)

    private let host: String
    private let machines: any RemoteMachines
    private let service: any MediaServiceClient
    private var channel: (any HandoffChannel)?
    private var comparison = ClockComparison()
    private var known = TimelineQuestion()
    private var isStopped = false
    /// Whether the way was lost, rather than refused.
    private var isWayLost = false
    /// The number of times that the way was reopened since the last answer.
    private var reopenings = 0
    /// Whether the way was reopened immediately, which is done only once: a machine may greet and then answer nothing.
    private var hasReopenedAtOnce = false
    /// A machine that always has news is not asked more often than this.
    private var pace = RateLimit(30, each: interval)

    init(host: String, machines: any RemoteMachines, service: any MediaServiceClient) {
        (self.host, self.machines, self.service) = (host, machines, service)
    }

    /// Runs until the daemon here follows another machine, or none.
    ///
    /// - Throws: The reason why the machine cannot be followed. If the daemon was following it, the daemon has been
    ///   notified.
    func run() async throws(ServiceError) {
        let way = try await machines.way(to: host)
        channel = try await machines.open(host, by: way, again: false)
        var hasFollowed = false
        while !isStopped {
            do throws(ServiceError) {
                let news = try await news()
                guard !isStopped, try await service.followTogether(news).machine == host else { break }
                hasFollowed = true
            } catch {
                guard hasFollowed, !isStopped else {
                    await close()
                    throw error
                }
                guard isWayLost, await reopens(way) else {
                    await close()
                    guard !isStopped else { return }
                    _ = try? await service.followTogether(TogetherNews(host, loss: error.message))
                    return
                }
            }
        }
        await close()
    }

    /// Stops it soon.
    func stop() async {
        isStopped = true
        await close()
    }

    private func close() async {
        await channel?.close()
        channel = nil
    }

    /// Reopens the way, unless the limit of attempts without an answer is reached.
    private func reopens(_ way: MachineWay) async -> Bool {
        await close()
        // A restarted machine has another clock.
        (comparison, known) = (ClockComparison(), TimelineQuestion())
        while reopenings < Self.pauses.count {
            let pause = hasReopenedAtOnce ? Self.pauses[reopenings] : .zero
            hasReopenedAtOnce = true
            reopenings += 1
            try? await MediaActor.sleep(for: pause)
            guard !isStopped else { return false }
            if let again = try? await machines.open(host, by: way, again: true) {
                channel = again
                isWayLost = false
                return true
            }
        }
        return false
    }

    /// Asks until there is something to pass on.
    private func news() async throws(ServiceError) -> TogetherNews {
        var queue: HandedQueue?
        var answer = try await ask(known)
        queue = answer.queue ?? queue
        if known.number == 0 {
            for _ in 1..<Self.comparisons {
                // This is answered immediately.
                answer = try await ask(TimelineQuestion(queue: answer.timeline.queue))
                queue = answer.queue ?? queue
            }
        }
        var timeline = answer.timeline
        known = TimelineQuestion(
            queue: timeline.queue, number: timeline.number, isHeard: timeline.moment != nil || !timeline.isPlaying)
        timeline.moment = timeline.moment.flatMap { comparison.here($0) }
        return TogetherNews(host, timeline: timeline, queue: queue, error: comparison.offset?.error ?? .zero)
    }

    private func ask(_ question: TimelineQuestion) async throws(ServiceError) -> TogetherStep.Answer {
        while !isStopped, !pace.allows(at: MonotonicTime.now) {
            guard (try? await MediaActor.sleep(for: Self.interval)) != nil else { break }
        }
        guard let channel, !Task.isCancelled else {
            throw ServiceError(.unavailable, "the way to \(host) was closed")
        }
        let line: String
        let sent = MonotonicTime.now
        do throws(HandoffLoss) { line = try await channel.exchange(TogetherStep.timeline(question).line) } catch {
            isWayLost = true
            throw ServiceError(.unavailable, error.message)
        }
        let received = MonotonicTime.now
        let answer: TogetherStep.Answer
        do throws(ServiceError) { answer = try TogetherStep.answer(in: line) } catch {
            throw ServiceError(error.code, "\(host): \(error.message)")
        }
        reopenings = 0
        comparison.note(
            ClockComparison.Exchange(
                sent: sent, receivedThere: answer.received, sentThere: answer.sent, received: received))
        return answer
    }
}
