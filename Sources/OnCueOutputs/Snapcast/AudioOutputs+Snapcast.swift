// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import SnapcastControl

extension AudioOutputs {
    /// Returns the outputs that a Snapcast server has: its streams that take sound from programs on this machine.
    ///
    /// - Parameters:
    ///   - address: The address at which the server was reached.
    ///   - delay: The delay between the server's receiving sound and its being heard.
    package static func snapcast(
        _ status: SnapcastStatus, at address: ServiceAddress, delay: Duration
    ) -> [AudioOutputDescription] {
        let streams = status.streams.compactMap { stream in
            stream.receiver(of: address, delay: delay).map { (stream.identifier, $0) }
        }
        return streams.map { name, receiver in
            let place = address.isLoopback ? "" : " on \(address.host)"
            var output = AudioOutputDescription(
                identifier: snapcastPrefix(address) + name,
                title: "Snapcast\(place)" + (streams.count > 1 ? " (\(name))" : ""), kind: .rooms,
                address: snapcastPrefix(address) + name)
            output.receiver = receiver
            return output
        }
    }

    /// Returns the server of an output; `nil` for one of another kind.
    static func snapcastAddress(_ identifier: String) -> ServiceAddress? {
        guard identifier.hasPrefix("snapcast:"), let end = identifier.firstIndex(of: "/") else { return nil }
        return ServiceAddress("tcp://" + identifier[..<end].dropFirst("snapcast:".count))
    }

    /// Returns the prefix of the identifiers of the outputs of a Snapcast server.
    package static func snapcastPrefix(_ address: ServiceAddress) -> String {
        "snapcast:\(address.description.dropFirst("tcp://".count))/"
    }
}
