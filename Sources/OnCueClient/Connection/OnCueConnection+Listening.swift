// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func setFavourite(_ place: String, _ isFavourite: Bool) async throws(ClientError) {
        try await call("SetFavourite", of: ServiceNames.listening, [.string(place), .bool(isFavourite)])
    }

    package func setPlayed(_ place: String, _ isPlayed: Bool) async throws(ClientError) {
        try await call("SetPlayed", of: ServiceNames.listening, [.string(place), .bool(isPlayed)])
    }
}
