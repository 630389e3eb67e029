// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A subscription of revision 2026-07-28, which is a request that stays open.
struct Subscription: Sendable {
    let identifier: MessageIdentifier
    let uris: [String]
}
