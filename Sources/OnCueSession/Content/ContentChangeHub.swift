// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// The changes of a content source. A slow listener receives those that it missed as one, so that nothing is lost.
package typealias ContentChangeHub = StreamHub<ContentChange>

extension StreamHub<ContentChange> {
    package convenience init() { self.init(.merging { $0.merged(with: $1) }) }
}
