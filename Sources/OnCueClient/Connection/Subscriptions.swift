// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueRuntime

/// Subscriptions that end together.
@MediaActor
final class Subscriptions {
    private var subscriptions: [BusSubscription]

    init(_ subscriptions: [BusSubscription] = []) {
        self.subscriptions = subscriptions
    }

    func end() {
        subscriptions = []
    }
}
