// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueHandoff
package import OnCueInterface
package import OnCueRuntime
package import PairedMachines
internal import TextOutput

/// Asks paired machines for the content that they share. A link is opened for a request, and closed when it has not
/// been used for a while; nothing else happens, so a machine that is gone costs nothing.
@MediaActor
package final class LinkedMachines {
    /// Opens a channel to the machine with a name.
    package typealias Opening = @Sendable (_ name: String) async throws(ServiceError) -> any HandoffChannel

    /// The time that an unused link stays open.
    private static let idleLimit: Duration = .seconds(20)
    /// The time for which a machine that could not be reached is not called again.
    private static let pause: Duration = .seconds(5)
    /// The longest wait for an answer, including opening the link.
    private static let patience: Duration = .seconds(25)

    private struct Line {
        var opening: Task<Result<any HandoffChannel, ServiceError>, Never>
        var asked: ContinuousClock.Instant
    }

    private let book: @Sendable () -> MachineBook
    private let open: Opening
    private let executor = BlockingExecutor(label: "oncue.machines")
    private var lines: [MachineIdentifier: Line] = [:]
    private var failures: [MachineIdentifier: (error: ServiceError, time: ContinuousClock.Instant)] = [:]
    private var idling: [MachineIdentifier: Task<Void, Never>] = [:]

    /// - Parameters:
    ///   - state: The folder of this user's state, which contains the paired machines.
    ///   - open: Opens a channel to one of them.
    package nonisolated init(state: String, open: @escaping Opening = LinkedMachines.link) {
        let path = MachineBook.path(state: state)
        book = {
            let bytes = (try? WholeFile.read(path, limit: MachineBook.fileLimit)) ?? []
            return MachineBook(text: String(decoding: bytes, as: UTF8.self)) ?? MachineBook()
        }
        self.open = open
    }

    /// Opens a channel with `oncue-link`.
    package nonisolated static let link: Opening = { name throws(ServiceError) in
        let channel = try LinkChannel(name)
        try await channel.greet()
        return channel
    }

    /// The paired machines.
    package func machines() async -> [PairedMachine] { await executor.run(book).machines }

    /// Returns the machine with a hash, or `nil` if it is not paired.
    package func machine(_ text: String) async -> PairedMachine? {
        guard let identifier = MachineIdentifier(text) else { return nil }
        return await executor.run(book).machine(identifier)
    }

    /// Sends a request to a machine, and returns its answer.
    ///
    /// - Parameter read: Reads the answer, which may be long, on a thread of its own; `nil` if it is not valid.
    /// - Throws: The machine's error; `unavailable` if it cannot be reached or does not answer in time; `notFound` if
    ///   it is not paired; `unexpectedAnswer`.
    package func ask<Answer: Sendable>(
        _ text: String, _ step: SharedStep, within limit: Duration = LinkedMachines.patience,
        read: @escaping @Sendable (JSONValue) -> Answer?
    ) async throws(ServiceError) -> Answer {
        guard let machine = await machine(text) else {
            throw ServiceError(.notFound, "the machine that has this is not paired any longer")
        }
        let answer = OneAnswer<Result<Answer, ServiceError>>()
        let work = Task {
            do throws(ServiceError) { answer.give(.success(try await self.answer(of: machine, to: step, read))) } catch
            {
                answer.give(.failure(error))
            }
        }
        let alarm = Task {
            guard (try? await MediaActor.sleep(for: limit)) != nil else { return }
            answer.give(.failure(ServiceError(.unavailable, "\(machine.name) does not answer")))
        }
        let result = await answer.wait()
        alarm.cancel()
        withExtendedLifetime(work) {}
        return try result.get()
    }

    private func answer<Answer: Sendable>(
        of machine: PairedMachine, to step: SharedStep, _ read: @escaping @Sendable (JSONValue) -> Answer?
    ) async throws(ServiceError) -> Answer {
        let line: String
        do throws(HandoffLoss) { line = try await exchange(machine, step.line) } catch {
            // The link may have been closed because it was idle, and every request made here may be repeated.
            do throws(HandoffLoss) { line = try await exchange(machine, step.line) } catch {
                throw ServiceError(.unavailable, error.message)
            }
        }
        do throws(ServiceError) { return try await Self.answer(in: line, read) } catch {
            throw ServiceError(error.code, "\(machine.name): \(TextLayout.printable(error.message))")
        }
    }

    /// Reads an answer on a thread that nothing else waits for.
    @concurrent
    private nonisolated static func answer<Answer: Sendable>(
        in line: String, _ read: @Sendable (JSONValue) -> Answer?
    ) async throws(ServiceError) -> Answer {
        guard let answer = read(try HandoffStep.answer(in: line)) else {
            throw ServiceError(.unexpectedAnswer, "it answered in a form that is not understood")
        }
        return answer
    }

    private func exchange(_ machine: PairedMachine, _ line: String) async throws(HandoffLoss) -> String {
        let identifier = machine.identifier
        if let failure = failures[identifier], ContinuousClock.now - failure.time < Self.pause {
            throw HandoffLoss(failure.error.message)
        }
        let opening =
            lines[identifier]?.opening
            ?? Task { [open] in
                do throws(ServiceError) { return .success(try await open(machine.name)) } catch {
                    return .failure(error)
                }
            }
        lines[identifier] = Line(opening: opening, asked: .now)
        switch await opening.value {
        case .failure(let error):
            if lines[identifier]?.opening == opening { lines[identifier] = nil }
            failures[identifier] = (error, .now)
            throw HandoffLoss(error.message)
        case .success(let channel):
            failures[identifier] = nil
            do throws(HandoffLoss) {
                let answer = try await channel.exchange(line)
                rest(identifier)
                return answer
            } catch {
                if lines[identifier]?.opening == opening { lines[identifier] = nil }
                await channel.close()
                throw error
            }
        }
    }

    /// Closes a link after it has not been used for a while.
    private func rest(_ identifier: MachineIdentifier) {
        lines[identifier]?.asked = .now
        guard idling[identifier] == nil else { return }
        idling[identifier] = Task { [weak self] in
            while let asked = self?.lines[identifier]?.asked {
                let left = asked + Self.idleLimit - ContinuousClock.now
                if left <= .zero { break }
                guard (try? await MediaActor.sleep(for: left)) != nil else { return }
            }
            await self?.hangUp(identifier)
        }
    }

    private func hangUp(_ identifier: MachineIdentifier) async {
        idling[identifier] = nil
        guard let line = lines.removeValue(forKey: identifier), case .success(let channel) = await line.opening.value
        else { return }
        await channel.close()
    }

    /// Closes all links.
    package func close() async {
        for task in idling.values { task.cancel() }
        for identifier in lines.keys { await hangUp(identifier) }
    }
}

/// An answer that is given once, by the first caller that has one.
@MediaActor
private final class OneAnswer<Value: Sendable> {
    private var value: Value?
    private var continuation: CheckedContinuation<Value, Never>?

    func give(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        continuation?.resume(returning: value)
        continuation = nil
    }

    func wait() async -> Value {
        if let value { return value }
        return await withCheckedContinuation { continuation = $0 }
    }
}
