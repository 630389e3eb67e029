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
    /// The server through which the same interfaces are reached without the bus.
    private let direct: DirectServer?
    private var exports: [String: BusExport] = [:]
    /// The clients of events that are sent only on request, by the names of interface and event.
    private var audiences: [String: EventAudience] = [:]
    /// The watches for departures, by the clients that have something open.
    private var departures: [String: Departure] = [:]

    /// - Parameter direct: A socket at which the same is reached without the bus; calls through both take turns.
    package init(on bus: MessageBus, direct: DirectServer? = nil) {
        (self.bus, self.direct) = (bus, direct)
        direct?.takeTurns(with: bus)
    }

    /// Exports an interface.
    ///
    /// - Parameters:
    ///   - name: The name of the interface.
    ///   - introspectionXML: The interface as `Introspection` has it.
    ///   - bindings: All methods of the interface.
    ///   - properties: Reads all properties of the interface.
    /// - Throws: ``BusError`` if the interface is exported already.
    package func add<Service>(
        _ name: String, _ introspectionXML: @autoclosure @escaping @Sendable () -> String, _ service: Service,
        _ bindings: [Binding<Service>], properties: @escaping @MediaActor () -> [String: BusValue] = { [:] }
    ) throws(BusError) {
        try add(name, introspectionXML(), bindings, properties: properties) { _ in service }
    }

    /// Exports an interface with a separate service for each client.
    ///
    /// - Parameter service: Returns the service as the client with a unique name sees it.
    /// - Throws: ``BusError`` if the interface is exported already.
    package func add<Service>(
        _ name: String, _ introspectionXML: @autoclosure @escaping @Sendable () -> String,
        _ bindings: [Binding<Service>], properties: @escaping @MediaActor () -> [String: BusValue],
        for service: @escaping @MediaActor (_ client: String) -> Service
    ) throws(BusError) {
        let export = ServiceExport(service, introspectionXML(), bindings, properties: properties)
        exports[name] = try bus.export(export, at: ServiceNames.objectPath)
        if !ServiceNames.needsBus(name) { direct?.export(export, named: name) }
        for event in bindings.compactMap(\.watchedEvent) {
            audiences[name + "." + event] = EventAudience { [weak self] in self?.departure(of: $0, $1) }
        }
        export.onWatch = { [weak self] client, event, isWatching in
            self?.audiences[name + "." + event]?.set(client, isWatching: isWatching)
        }
    }

    /// Calls the handler once when the client has left the bus; at most one handler for each client.
    package func watch(_ client: String, left: @escaping @MediaActor () -> Void) {
        let departure = departure(of: client) { [weak self] in
            self?.departures[client] = nil
            left()
        }
        departures[client] = departure
        // A client that has left meanwhile is never reported; the task runs after anything that is being opened for it
        // is there.
        if departure == nil { Task { left() } }
    }

    private func departure(of client: String, _ left: @escaping @MediaActor () -> Void) -> Departure? {
        if DirectServer.isName(client) { return direct?.watch(client, left: left).map(Departure.direct) }
        return .bus(bus.watchDeparture(of: client, left))
    }

    /// Announces the properties of an interface that have changed.
    package func emitPropertiesChanged<Properties: WireForm>(
        _ name: String, from old: Properties, to new: Properties
    ) {
        let before = FormWriter.dictionary(old)
        let changed = FormWriter.dictionary(new).filter { before[$0.key] != $0.value }
        guard !changed.isEmpty, let export = exports[name] else { return }
        export.emitPropertiesChanged(changed)
        direct?.emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
            [.string(name), .dictionary(changed), .strings([])])
    }

    /// Sends the signal of an event, if its interface is exported: to all clients, or to those that have requested it.
    package func emit<Content: WireForm>(_ event: Event<Content>, _ content: Content) {
        guard let audience = audiences[event.interface + "." + event.name] else {
            return send(event, FormWriter.members(content))
        }
        let members = FormWriter.members(content)
        for client in audience.clients { send(event, members, to: client) }
    }

    /// Sends the signal of an event to one client.
    package func emit<Content: WireForm>(_ event: Event<Content>, _ content: Content, to client: String) {
        send(event, FormWriter.members(content), to: client)
    }

    private func send<Content>(_ event: Event<Content>, _ members: [BusValue], to client: String? = nil) {
        guard let export = exports[event.interface] else { return }
        let isDirect = client.map(DirectServer.isName)
        if isDirect != true { export.emit(event.name, members, to: client) }
        if isDirect != false, !ServiceNames.needsBus(event.interface) {
            direct?.emit(event.name, of: event.interface, members, to: client)
        }
    }

    /// Sends a signal that carries nothing.
    package func emit(_ event: Event<Nothing>) { emit(event, Nothing()) }
}

/// A watch for a client's departure, as long as it lives.
enum Departure {
    case bus(BusSubscription)
    case direct(DirectDeparture)
}
