// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// The interfaces of the service at `/org/oncue/OnCue`, exported as long as this lives.
@MediaActor
package final class ServiceExports {
    private let bus: MessageBus
    private var exports: [String: BusExport] = [:]

    package init(on bus: MessageBus) {
        self.bus = bus
    }

    /// Exports an interface.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - introspectionXML: The interface as `Introspection` has it.
    ///   - bindings: Every method of it.
    ///   - properties: Reads all properties of it.
    /// - Throws: ``BusError`` if the interface is exported already.
    package func add<Service>(
        _ name: String, _ introspectionXML: String, _ service: Service, _ bindings: [Binding<Service>],
        properties: @escaping @MediaActor () -> [String: BusValue] = { [:] }
    ) throws(BusError) {
        exports[name] = try bus.export(
            ServiceExport(service, introspectionXML, bindings, properties: properties), at: ServiceNames.objectPath)
    }

    /// Announces the properties of an interface that differ.
    package func emitPropertiesChanged<Properties: WireForm>(
        _ name: String, from old: Properties, to new: Properties
    ) {
        let before = FormWriter.dictionary(old)
        let changed = FormWriter.dictionary(new).filter { before[$0.key] != $0.value }
        if !changed.isEmpty { exports[name]?.emitPropertiesChanged(changed) }
    }

    /// Sends the signal of an event, if its interface is exported.
    package func emit<Content: WireForm>(_ event: Event<Content>, _ content: Content) {
        exports[event.interface]?.emit(event, content)
    }

    /// Sends a signal that carries nothing.
    package func emit(_ event: Event<Nothing>) { emit(event, Nothing()) }
}
