// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime

/// The application of the desktop entry at `/org/oncue/OnCue`, exported during the lifetime of this object.
@MediaActor
package final class ApplicationObject {
    private let export: BusExport

    /// - Throws: ``BusError`` if an application is already exported.
    package init(on bus: MessageBus, _ application: ApplicationInterface) throws(BusError) {
        export = try bus.export(application, at: ServiceNames.objectPath)
    }
}
