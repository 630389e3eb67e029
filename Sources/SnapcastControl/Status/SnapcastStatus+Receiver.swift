// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension SnapcastStatus.Stream {
    /// Where a program on this machine gives sound to the stream; `nil` if it cannot.
    ///
    /// Sound goes to the host of the server only, whatever a server says: one that names another does not choose where
    /// this machine connects to.
    ///
    /// - Parameters:
    ///   - server: The address at which the server was reached.
    ///   - delay: How much later than it was given the server makes sound heard.
    package func receiver(of server: ServiceAddress, delay: Duration) -> SoundReceiver? {
        guard let inlet else { return nil }
        let isAnywhere = ["0.0.0.0", "::", ""].contains(inlet.host)
        let own = ServiceAddress(host: inlet.host, port: inlet.port)
        let isReached = isAnywhere || inlet.host == server.host || own?.isLoopback == true && server.isLoopback
        guard isReached else { return nil }
        let host = isAnywhere ? server.host : inlet.host
        guard let address = ServiceAddress(host: host, port: inlet.port) else { return nil }
        return SoundReceiver(address: address, format: inlet.format, delay: delay)
    }
}
