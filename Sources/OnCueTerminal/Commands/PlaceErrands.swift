// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// Does something with each of several places, and goes on with the others where one cannot be had.
struct PlaceErrands {
    let context: CommandContext
    /// The status of the first failure; `nil` while there is none.
    private(set) var failure: ExitStatus?

    init(_ context: CommandContext) {
        self.context = context
    }

    /// Runs `errand` with the place, or says why that is not possible.
    ///
    /// - Returns: `nil` where it failed.
    /// - Throws: What stands against all places alike, such as a daemon that has gone.
    mutating func run<T: Sendable>(
        _ place: NamedPlace, _ errand: (String) async throws(ClientError) -> T
    ) async throws -> T? {
        guard let text = place.place else {
            fail(CommandFailure(.nothingFound, "no such file: \(place.word)"))
            return nil
        }
        do {
            return try await PlaceResolver.asking([place.word]) { () async throws(ClientError) in
                try await errand(text)
            }
        } catch let error as ClientError {
            guard !error.concernsEverything else { throw error }
            fail(CommandFailure(error))
        } catch let error as CommandFailure {
            fail(error)
        }
        return nil
    }

    private mutating func fail(_ failure: CommandFailure) {
        context.console.say("oncue: " + failure.message)
        self.failure = self.failure ?? failure.status
    }

    /// - Parameter count: How many went well.
    /// - Throws: ``CommandFailure`` without a message when any failed.
    func finish(succeeded count: Int) throws(CommandFailure) {
        guard let failure else { return }
        throw CommandFailure(count > 0 ? .failed : failure, "")
    }
}

extension ClientError {
    /// Whether another place would fail in the same way.
    fileprivate var concernsEverything: Bool {
        switch code {
        case .unavailable, .stopping, .overtaken, .noAudioOutput, .audioOutputLost, .queueFull, .unexpectedAnswer: true
        default: false
        }
    }
}
