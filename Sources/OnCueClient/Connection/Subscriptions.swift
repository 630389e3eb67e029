// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime

/// Subscriptions that end together.
@MediaActor
package final class Subscriptions {
    private var subscriptions: [BusSubscription]

    package init(_ subscriptions: [BusSubscription] = []) {
        self.subscriptions = subscriptions
    }

    package func end() {
        subscriptions = []
    }
}
