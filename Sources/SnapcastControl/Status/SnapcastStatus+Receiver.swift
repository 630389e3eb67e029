// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension SnapcastStatus.Stream {
    /// Returns the receiver to which a program on this machine can send the sound of the stream; `nil` if there is
    /// none.
    ///
    /// Sound is sent only to the host of the server, whatever the server reports: a server cannot choose another host
    /// to which this machine connects.
    ///
    /// - Parameters:
    ///   - server: The address at which the server was reached.
    ///   - delay: The time between sending sound and hearing it.
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
