// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// An update of a watched container. All of them wait for a slow reader.
package enum ContentUpdate: Sendable, Equatable {
    /// Changes are reported from now on. A list read at this revision or later is up to date.
    case subscribed(container: String, ContentTree.Revision)
    case changed(ContainerDifference)
    /// The list must be reread.
    case reloaded
    /// The container cannot be watched; nothing follows.
    case failed(ServiceError)
    /// The service, in another process, has ended; once it runs again, the changes in the meantime follow.
    case serviceLost
}
