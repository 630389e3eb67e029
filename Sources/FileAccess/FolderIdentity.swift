// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The identity of a folder, independent of the path.
package struct FolderIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
