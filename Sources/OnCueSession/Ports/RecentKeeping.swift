// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Removes entries about listening from the recent files of the desktop.
@MediaActor
package protocol RecentKeeping: AnyObject, Sendable {
    /// Removes the entries made at these times, in seconds since 1970, or all of them.
    ///
    /// - Throws: `storage`, with the file.
    func takeBack(_ times: Range<Int64>) async throws(ContentError)
}
