// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import WebAccess
internal import WebServing

/// Keeps the certificate of the page: it is renewed before it ends, and when this machine has an address that is not in it.
@MediaActor
final class CertificateKeeper {
    /// Several addresses come at once when a network is entered.
    private static let settling: Duration = .seconds(1)
    /// The time after which a renewal that failed is tried again, in seconds.
    private static let retry = 3_600

    private let place: Place
    private let settings: WebSettings
    private let listener: WebListener
    private let executor = BlockingExecutor(label: "oncue.certificate")
    private var pem: [UInt8] = []
    /// In seconds since 1970.
    private var renewal = 0
    private var waiting: Task<Void, Never>?
    private var looking: Task<Void, Never>?

    init(_ place: Place, _ settings: WebSettings, _ listener: WebListener) {
        (self.place, self.settings, self.listener) = (place, settings, listener)
    }

    /// Gives the listener its certificate, and renewed ones from then on.
    ///
    /// - Throws: ``WebFault`` when there is none.
    func begin() async throws {
        try await renew()
        wait()
        guard let changes = AddressWatch.begin() else {
            return Output.note("the kernel does not tell of other addresses; a new one is certified at the next start")
        }
        looking = Task { [weak self] in
            for await _ in changes {
                guard (try? await MediaActor.sleep(for: Self.settling)) != nil else { return }
                await self?.look()
                self?.wait()
            }
        }
    }

    /// Checks again when a renewal is due.
    private func wait() {
        waiting?.cancel()
        waiting = Task { [weak self] in
            while let due = self?.renewal, (try? await MediaActor.sleep(untilClock: due)) != nil {
                await self?.look()
            }
        }
    }

    /// Renews the certificate if that is due.
    private func look() async {
        do { try await renew() } catch {
            Output.note("the certificate is not renewed: \((error as? WebFault)?.message ?? "\(error)")")
            renewal = Place.now + Self.retry
        }
    }

    private func renew() async throws {
        let found = try await executor.runThrowing { [place, settings] () throws(WebFault) in
            try place.files.certificate(for: place.certifiedHosts(settings))
        }
        renewal = found.renewal
        guard found.pem != pem, let certificate = WebCertificate(pem: found.pem) else { return }
        pem = found.pem
        listener.use(certificate)
    }
}
