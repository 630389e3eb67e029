// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueHandoff
internal import OnCueInterface
internal import OnCueRuntime
internal import PairedMachines

/// Asks another machine for its timeline, compares the clocks, and tells the daemon here.
actor TogetherFollower {
    /// Exchanges by which the clocks are compared before anything is told.
    private static let comparisons = 8
    /// The pauses before the way is opened again after it was lost.
    private static let pauses: [Duration] = [.zero, .seconds(1), .seconds(2)]

    private let host: String
    private let machines: any RemoteMachines
    private let service: any MediaServiceClient
    private var channel: (any HandoffChannel)?
    private var comparison = ClockComparison()
    private var known = TimelineQuestion()
    private var isStopped = false
    /// The way was lost, and not refused.
    private var isWayLost = false
    /// A machine that always has something new is not listened to more often.
    private var pace = RateLimit(30, each: .milliseconds(400))

    init(host: String, machines: any RemoteMachines, service: any MediaServiceClient) {
        (self.host, self.machines, self.service) = (host, machines, service)
    }

    /// Runs until the daemon here follows another machine, or none.
    ///
    /// - Throws: Why the machine cannot be followed; the daemon has been told if it did.
    func run() async throws(ServiceError) {
        let way = try await machines.way(to: host)
        channel = try await machines.open(host, by: way, again: false)
        var hasFollowed = false
        while !isStopped {
            if !pace.allows(at: MonotonicTime.now) { try? await MediaActor.sleep(for: .milliseconds(400)) }
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
                    _ = try? await service.followTogether(TogetherNews(host, loss: error.message))
                    return
                }
            }
        }
        await close()
    }

    /// Ends it, soon.
    func stop() async {
        isStopped = true
        await close()
    }

    private func close() async {
        await channel?.close()
        channel = nil
    }

    /// Opens the way once more.
    private func reopens(_ way: MachineWay) async -> Bool {
        await close()
        // Another run of the machine has another clock.
        (comparison, known) = (ClockComparison(), TimelineQuestion())
        for pause in Self.pauses {
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

    /// Asks until there is something to tell.
    private func news() async throws(ServiceError) -> TogetherNews {
        var queue: HandedQueue?
        var answer = try await ask(known)
        queue = answer.queue ?? queue
        if known.number == 0 {
            for _ in 1..<Self.comparisons {
                // Answered at once.
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
        guard let channel else { throw ServiceError(.unavailable, "the way to \(host) was closed") }
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
        comparison.note(
            ClockComparison.Exchange(
                sent: sent, receivedThere: answer.received, sentThere: answer.sent, received: received))
        return answer
    }
}
