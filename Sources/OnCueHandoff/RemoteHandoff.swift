// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// A channel to another machine, which carries lines both ways.
package protocol HandoffChannel: Sendable {
    /// Sends a line and waits for the next one.
    ///
    /// - Throws: ``HandoffLoss`` if the machine can no longer be reached, or does not answer in time.
    func exchange(_ line: String) async throws(HandoffLoss) -> String

    /// Closes the channel.
    func close() async
}

/// The loss of the channel to another machine; it is unknown whether the machine carried out the request.
package struct HandoffLoss: Error, Sendable, Equatable {
    package var message: String

    package init(_ message: String) { self.message = message }
}

/// The service of another machine.
///
/// A step that gets no answer is sent once more over a new channel, since every step except the preparation may be sent
/// twice.
package actor RemoteHandoff: HandoffService {
    package typealias Failure = ServiceError

    /// Opens a channel; `isAgain` is `true` if an earlier one was lost.
    package typealias Opening = @Sendable (_ isAgain: Bool) async throws(ServiceError) -> any HandoffChannel

    private let name: String
    private let link: String
    private let open: Opening
    private var channel: (any HandoffChannel)?

    /// - Parameters:
    ///   - name: The name of the machine in errors.
    ///   - link: The hash of its certificate if it is paired; empty otherwise.
    /// - Throws: The reason why the machine cannot be reached.
    package init(_ name: String, link: String = "", _ open: @escaping Opening) async throws(ServiceError) {
        (self.name, self.link, self.open) = (name, link, open)
        channel = try await open(false)
    }

    package func close() async {
        await channel?.close()
        channel = nil
    }

    package func handedQueue() async throws(ServiceError) -> HandedQueue {
        var queue = try await ask(.queue, HandedQueue.self).sound
        // The receiver of a queue uses its current entry.
        guard !queue.entries.isEmpty else { throw ServiceError(.nothingPlaying, "\(name): nothing is in the queue") }
        // The queue itself does not identify the machine that it comes from.
        queue.link = link
        return queue
    }

    package func prepareHandoff(_ queue: HandedQueue) async throws(ServiceError) -> PreparedHandoff {
        try await ask(.prepare(queue), PreparedHandoff.self, repeats: false)
    }

    package func releaseForHandoff(_ number: UInt64) async throws(ServiceError) -> ReleasedHandoff {
        try await ask(.release(number), ReleasedHandoff.self)
    }

    package func beginHandoff(_ start: HandoffStart) async throws(ServiceError) {
        _ = try await ask(.begin(start), Nothing.self)
    }

    package func discardHandoff(_ number: UInt64) async throws(ServiceError) {
        _ = try await ask(.discard(number), Nothing.self)
    }

    package func takeBackHandoff(_ number: UInt64) async throws(ServiceError) {
        _ = try await ask(.takeBack(number), Nothing.self)
    }

    /// Returns the current activity in a program on the machine, or `nil` if none may be continued here.
    package func currentActivity() async throws(ServiceError) -> ActivityRecord? {
        let line = try await reached(ActivityStep.line)
        return try named { () throws(ServiceError) in try ActivityStep.activity(answeredIn: line) }
    }

    /// Returns the activities of programs on the machine that other machines may search.
    package func activities(matching words: String) async throws(ServiceError) -> [ActivityRecord] {
        let line = try await reached(ActivityStep.line(finding: words))
        return try named { () throws(ServiceError) in try ActivityStep.activities(answeredIn: line) }
    }

    private func ask<Answer: WireForm>(
        _ step: HandoffStep, _ type: Answer.Type, repeats: Bool = true
    ) async throws(ServiceError) -> Answer {
        let line = try await reached(step.line, repeats: repeats)
        return try named { () throws(ServiceError) in try HandoffStep.value(type, answeredIn: line) }
    }

    private func reached(_ line: String, repeats: Bool = true) async throws(ServiceError) -> String {
        do { return try await exchange(line, repeats: repeats) } catch {
            throw ServiceError(.unavailable, error.message)
        }
    }

    /// Adds the name of the machine to an error that comes from it.
    private func named<Value>(_ body: () throws(ServiceError) -> Value) throws(ServiceError) -> Value {
        do throws(ServiceError) { return try body() } catch {
            throw ServiceError(error.code, "\(name): \(error.message)")
        }
    }

    private func exchange(_ line: String, repeats: Bool) async throws(HandoffLoss) -> String {
        do throws(HandoffLoss) {
            guard let channel else { throw HandoffLoss("the connection was closed") }
            return try await channel.exchange(line)
        } catch {
            await close()
            guard repeats, let again = try? await open(true) else { throw error }
            channel = again
            return try await again.exchange(line)
        }
    }
}
