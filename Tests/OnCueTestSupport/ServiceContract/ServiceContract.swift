// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime

/// What every implementation of the interface of the service promises, a function for each capability.
///
/// The service has ``tree``, and nothing else unless the function says so.
@MediaActor
package enum ServiceContract {
    /// The content tree of a service that is checked.
    package static let tree: [FakeContentSource.Album] = [
        .init("Blue", by: "Ada", tracks: [.full, .sample("b2", title: "Freddie", artists: ["Ada", "Bix"])]),
        .init("Green", by: "Bix", tracks: [.sample("g1", title: "Leaves")]),
    ]

    /// Places that lead nowhere, with the codes of the errors.
    static let wrongPlaces: [(place: String, code: ServiceError.Code)] = [
        ("", .invalidPlace), ("/99999999999999999999", .invalidPlace), ("track:none", .notFound), ("/1/99", .notFound),
        ("/1/0@99", .staleIndexPath), ("No/Such", .nothingMatches), ("file:///none", .notFound),
        ("/0/0/0/0/0", .notFound), ("http://host/x", .notFound),
    ]

    /// The outcome of a check.
    package struct Outcome: Sendable, Equatable {
        /// A sentence for each promise that is broken; empty for good implementations.
        package var broken: [String] = []
        /// Everything that was read, and every error: the same from all implementations over equal parts.
        package var heard: [String] = []
    }

    /// Checks an implementation.
    package static func outcome(of check: (Notes) async throws -> Void) async -> Outcome {
        let notes = Notes()
        do {
            try await check(notes)
        } catch {
            notes.outcome.broken.append("something failed: \(ServiceError(error).code) \(error)")
        }
        return notes.outcome
    }

    /// Takes notes during a check.
    @MediaActor
    package final class Notes {
        fileprivate var outcome = Outcome()

        /// Notes what was read.
        func heard<Value>(_ value: Value) -> Value {
            outcome.heard.append(String(describing: value))
            return value
        }

        func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
            if !isKept { outcome.broken.append(promise()) }
        }

        /// The call must fail with an error of the code.
        ///
        /// - Parameter isForm: The bus cannot carry the value, so that over it others words may say so.
        func expect(
            _ code: ServiceError.Code, _ promise: String, isForm: Bool = false, _ call: () async throws -> Void
        ) async {
            do {
                try await call()
                outcome.broken.append(promise + ", but nothing was thrown")
            } catch {
                let error = ServiceError(error)
                outcome.heard.append(isForm ? "\(error.code)" : "\(error.code): \(error.message)")
                expect(error.code == code, promise + " as \(code), not \(error.code): \(error.message)")
                expect(!error.message.isEmpty, promise + " and says why")
            }
        }
    }
}
