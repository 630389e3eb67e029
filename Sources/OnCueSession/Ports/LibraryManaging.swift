// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// Looks after the folders of the library and scans them.
package protocol LibraryManaging: LibraryService where Failure == LibraryError {
    /// Starts a scan, which never fails here; its report says how it went.
    func scan() async

    /// Ends a scan under way and returns when nothing is being read or written any more.
    func close() async

    /// What happens from now on; every call gives an own stream.
    ///
    /// Progress comes at most every 100 ms. A slow reader gets the newest 64 events.
    func events() async -> AsyncStream<LibraryEvent>
}
