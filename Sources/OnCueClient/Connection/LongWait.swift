// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueInterface
internal import OnCueRuntime

/// The other side of a call, for a message if the call takes long.
package struct LongWait: Sendable, Equatable {
    /// The time after which a call counts as long.
    package static let delay: Duration = .seconds(1)

    /// Displays the message; `nil` if none is wanted.
    @TaskLocal package static var teller: Teller?

    /// The other side, as part of a sentence: "example.org".
    package var subject: String
    /// The longest time that the other side may take; `nil` if unknown.
    package var limit: Duration?
    /// The time limit of the call to the daemon: longer than the daemon waits for any other side.
    package var patience: Duration

    package init(_ subject: String, limit: Duration?, patience: Duration? = nil) {
        self.subject = subject
        self.limit = limit
        self.patience = max(patience ?? MessageBus.callTimeout, MessageBus.callTimeout)
    }

    /// For calls that the daemon answers by itself.
    package static let daemon = LongWait("oncued", limit: MessageBus.callTimeout)

    /// Returns the wait for data from a web server.
    ///
    /// - Parameters:
    ///   - address: An `http` or `https` address; for any other text it is ``daemon``.
    ///   - limit: The time limit of the server.
    ///   - patience: The time limit of the daemon in total.
    package static func server(of address: String, limit: Duration, patience: Duration? = nil) -> LongWait {
        guard let host = host(of: address) else { return .daemon }
        return LongWait(host, limit: limit, patience: patience)
    }

    private static func host(of address: String) -> String? {
        let lowered = address.prefix(8).lowercased()
        guard lowered.hasPrefix("http://") || lowered == "https://" else { return nil }
        let authority = address.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last.map(String.init) ?? ""
        return host.isEmpty ? nil : host
    }

    /// A sentence without a full stop: "Waiting for example.org, at most 20 s".
    package var sentence: String {
        "Waiting for \(subject)" + (limit.map { ", at most \($0.components.seconds) s" } ?? "")
    }

    /// Displays the message after ``delay``, unless the returned task is cancelled first.
    package func begin() -> Task<Void, Never>? {
        guard let teller = Self.teller else { return nil }
        return Task { @MediaActor in
            if (try? await MediaActor.sleep(for: Self.delay)) != nil { teller.tell(self) }
        }
    }

    /// A wrapper for a function: the optimiser of Swift 6.3 passes no type for a task-local function.
    package struct Teller: Sendable {
        /// Called once for each wait that takes long.
        package let tell: @Sendable (LongWait) -> Void

        package init(_ tell: @escaping @Sendable (LongWait) -> Void) {
            self.tell = tell
        }
    }

    /// The error for a running daemon that has not answered within ``patience``.
    var lateness: ClientError {
        let seconds = patience.components.seconds
        return ClientError(
            .failed,
            self == .daemon
                ? "oncued is still working on this after \(seconds) s; look whether it was done before you repeat it"
                : "\(subject) took longer than \(seconds) s; oncued goes on with it, so look before you repeat it")
    }
}
