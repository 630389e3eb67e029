// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
package import OnCueRuntime

/// A provider in this process. Its answers have the same form as those of programs, and are checked in the same way.
@MediaActor
package protocol InnerProvider: AnyObject, Sendable {
    /// Answers a call of `org.oncue.ContentProvider1`, within a time limit of its own.
    ///
    /// - Throws: ``BusError`` with a name that ends in `.NotFound` if the object does not exist. Any other means that
    ///   there is no answer now, and does not delay later calls.
    func answer(_ member: String, _ arguments: [BusValue]) async throws(BusError) -> [BusValue]
}

/// The name and the picture of a provider in this process.
package struct InnerRegistration: Sendable, Equatable {
    /// A name of the same form as a name on the bus, which it replaces.
    package var busName: String
    package var name: String
    package var iconName: String

    package init(busName: String, name: String, iconName: String) {
        (self.busName, self.name, self.iconName) = (busName, name, iconName)
    }
}
