// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import CGLib
package import OnCueRuntime

/// An interface that is exported for as long as this object exists.
@MediaActor
package final class BusExport {
    package let path: String
    package let interfaceName: String
    private let bus: MessageBus
    private let id: guint

    fileprivate init(bus: MessageBus, id: guint, path: String, interfaceName: String) {
        self.bus = bus
        self.id = id
        self.path = path
        self.interfaceName = interfaceName
    }

    isolated deinit {
        unsafe g_dbus_connection_unregister_object(bus.connection, id)
        unsafe MessageBus.forgetIntrospection(of: bus.connection)
    }

    /// Notifies clients of new values of properties.
    package func emitPropertiesChanged(_ changed: [String: BusValue], invalidated: [String] = []) {
        guard !changed.isEmpty || !invalidated.isEmpty else { return }
        bus.emit(
            "PropertiesChanged", of: propertiesInterface, from: path,
            [.string(interfaceName), .dictionary(changed), .strings(invalidated)])
    }

    /// Sends a signal of the interface to all clients, or to one connection.
    package func emit(_ member: String, _ arguments: [BusValue], to destination: String? = nil) {
        bus.emit(member, of: interfaceName, from: path, arguments, to: destination)
    }
}

private let propertiesInterface = "org.freedesktop.DBus.Properties"

extension MessageBus {
    /// Exports an interface at a path, and keeps it alive.
    ///
    /// - Throws: ``BusError`` if the XML is wrong, or if the interface is already exported there.
    package func export(_ interface: any ExportedInterface, at path: String) throws(BusError) -> BusExport {
        var error: UnsafeMutablePointer<GError>?
        guard let node = unsafe g_dbus_node_info_new_for_xml(interface.introspectionXML, &error) else {
            throw unsafe BusError(adopting: error)
        }
        defer { unsafe g_dbus_node_info_unref(node) }
        guard let info = unsafe node.pointee.interfaces?.pointee else {
            throw BusError(name: BusError.failed, message: "the introspection XML has no interface")
        }
        let box = unsafe Unmanaged.passRetained(ExportBox(interface, calls) as CallBox)
        let id = unsafe g_dbus_connection_register_object(
            connection, path, info, exportFunctions, box.toOpaque(), onReleaseExport, &error)
        guard id != 0 else {
            // GLib releases a box only after a successful registration.
            unsafe box.release()
            throw unsafe BusError(adopting: error)
        }
        unsafe Self.forgetIntrospection(of: connection)
        return unsafe BusExport(bus: self, id: id, path: path, interfaceName: text(info.pointee.name))
    }
}

/// An object that GLib keeps for an exported object, and that receives the calls to it.
@MediaActor
class CallBox {
    /// Answers a call to an object, now or later.
    func handle(_ call: BusMethodCall, at path: String, interfaceName: String, reply: BusReply) {}
}

@MediaActor
private final class ExportBox: CallBox {
    let interface: any ExportedInterface
    private let calls: CallQueue

    init(_ interface: any ExportedInterface, _ calls: CallQueue) {
        self.interface = interface
        self.calls = calls
    }

    override func handle(_ call: BusMethodCall, at path: String, interfaceName: String, reply: BusReply) {
        do throws(BusError) {
            try interface.admit(call.sender)
        } catch {
            return reply.fail(error)
        }
        guard interfaceName == propertiesInterface else {
            calls.add(from: call.sender) { [interface] end in
                reply.onAnswered = end
                interface.call(call, reply: reply)
            }
            return
        }
        if let body = unsafe preparedAnswer(to: call) { return unsafe reply.succeed(body: body) }
        do throws(BusError) {
            reply.succeed(try accessProperties(call))
        } catch {
            reply.fail(error)
        }
    }

    /// Returns the floating body of an answer that was prepared earlier; `nil` if it must be made now.
    private func preparedAnswer(to call: BusMethodCall) -> OpaquePointer? {
        guard call.member != "Set", let prepared = interface.preparedProperties() else { return nil }
        if call.member == "GetAll" { return unsafe prepared.body(with: interface.movingProperties()) }
        guard let name = call.arguments.last?.stringValue else { return nil }
        return unsafe prepared.body(of: name)
    }

    /// GLib has checked that the property exists, that this kind of access is allowed, and that a new value has its
    /// type.
    private func accessProperties(_ call: BusMethodCall) throws(BusError) -> [BusValue] {
        guard call.member != "GetAll" else { return [.dictionary(interface.properties())] }
        guard let name = call.arguments.dropFirst().first?.stringValue else {
            throw BusError(name: BusError.invalidArguments, message: "no property named")
        }
        if call.member == "Set", let value = call.arguments.last {
            try interface.setProperty(name, to: value.unwrapped)
            return []
        }
        guard let value = interface.property(name) else {
            throw BusError(name: BusError.failed, message: "\(name) has no value")
        }
        return [.variant(value)]
    }
}

/// Called on the media thread for every method call, and for Get, GetAll and Set of properties.
private func onMethodCall(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
    _ interface: UnsafePointer<CChar>?, _ member: UnsafePointer<CChar>?, _ body: OpaquePointer?,
    _ invocation: OpaquePointer?, _ data: gpointer?
) {
    guard let data = unsafe data, let body = unsafe body, let invocation = unsafe invocation else { return }
    let call = unsafe BusMethodCall(sender: text(sender), member: text(member), arguments: BusValue.children(body))
    let (interfaceName, path) = unsafe (text(interface), text(path))
    let box = unsafe Unmanaged<CallBox>.fromOpaque(data).takeUnretainedValue()
    let address = UInt(bitPattern: invocation)
    MediaActor.assumeIsolated {
        guard let invocation = unsafe OpaquePointer(bitPattern: address) else { return }
        unsafe box.handle(call, at: path, interfaceName: interfaceName, reply: BusReply(adopting: invocation))
    }
}

func onReleaseExport(_ data: gpointer?) {
    if let data = unsafe data { unsafe Unmanaged<CallBox>.fromOpaque(data).release() }
}

// Invariant: written once here, then read by GLib for as long as the process lives. Without functions for properties,
// GLib checks access and passes Get, GetAll and Set to `onMethodCall`.
nonisolated(unsafe) let exportFunctions: UnsafeMutablePointer<GDBusInterfaceVTable> = {
    let functions = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
    unsafe functions.initialize(to: GDBusInterfaceVTable())
    unsafe functions.pointee.method_call = unsafe onMethodCall
    return unsafe functions
}()
