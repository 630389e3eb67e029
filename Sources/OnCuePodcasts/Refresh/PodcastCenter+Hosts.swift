// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
internal import OnCueCore

extension PodcastCenter {
    /// Returns whether a subscribed feed comes from the host of this address, which is in the home network: a name of
    /// the internet may resolve to another machine by now.
    ///
    /// - Complexity: O(podcasts).
    package func hasFeed(atHostOf address: String) async -> Bool {
        guard let host = HTTPAddress.host(of: address), LinkRules().isAtHome(host) else { return false }
        return (try? await store.podcasts().contains { HTTPAddress.host(of: $0.address) == host }) ?? false
    }
}
