// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Takes back what recent files of the desktop tell of listening.
@MediaActor
package protocol RecentKeeping: AnyObject, Sendable {
    /// Takes back what was entered at these times, in seconds since 1970, or all of it.
    ///
    /// - Throws: `storage`, with the file.
    func takeBack(_ times: Range<Int64>) async throws(ContentError)
}
