// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
package import OnCueRuntime

/// A provider in this process. Its answers have the form of those of programs, and are checked as those are.
@MediaActor
package protocol InnerProvider: AnyObject, Sendable {
    /// Answers a call of `org.oncue.ContentProvider1`, within a time of its own.
    ///
    /// - Throws: ``BusError`` whose name ends in `.NotFound` for what does not exist; any other says why there is no answer
    ///   now, and does not keep later calls waiting.
    func answer(_ member: String, _ arguments: [BusValue]) async throws(BusError) -> [BusValue]
}

/// The name and the picture of such a provider.
package struct InnerRegistration: Sendable, Equatable {
    /// In place of the name on a bus, of the same form.
    package var busName: String
    package var name: String
    package var iconName: String

    package init(busName: String, name: String, iconName: String) {
        (self.busName, self.name, self.iconName) = (busName, name, iconName)
    }
}
