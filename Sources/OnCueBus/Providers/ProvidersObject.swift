// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueCore
package import OnCueRuntime

/// `org.oncue.Providers1` at `/org/oncue/OnCue`, exported as long as this lives.
@MediaActor
package final class ProvidersObject {
    private let export: BusExport

    /// - Throws: ``BusError`` when something is exported there already.
    package init(on bus: MessageBus, registry: ProviderRegistry) throws(BusError) {
        let interface = ProvidersInterface(registry: registry)
        export = try bus.export(interface, at: ServiceNames.objectPath)
        interface.announce(through: export)
    }
}
