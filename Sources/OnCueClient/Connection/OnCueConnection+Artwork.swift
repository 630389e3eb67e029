// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection {
    package func artwork(of place: String, size: Int?) async throws(ClientError) -> MediaLocation {
        let reply = try await call(
            "GetArtwork", of: ServiceNames.artwork, [.string(place), .uint32(UInt32(clamping: size ?? 0))])
        guard let location = reply.first?.stringValue.flatMap(MediaLocation.init(uri:)) else {
            throw .unexpectedAnswer(to: "GetArtwork")
        }
        return location
    }
}
