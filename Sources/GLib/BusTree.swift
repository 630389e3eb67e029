// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import CGLib
package import OnCueRuntime

/// A tree of objects that is exported for as long as this object exists.
@MediaActor
package final class BusTree {
    package let path: String
    private let bus: MessageBus
    private let id: guint

    fileprivate init(bus: MessageBus, id: guint, path: String) {
        self.bus = bus
        self.id = id
        self.path = path
    }

    isolated deinit {
        unsafe g_dbus_connection_unregister_subtree(bus.connection, id)
        unsafe MessageBus.forgetIntrospection(of: bus.connection)
    }

    /// Sends a signal of an interface of one of the objects to all clients.
    ///
    /// - Parameter node: The last part of the path of the object; `nil` for the one at the path of the tree.
    package func emit(_ member: String, of interface: String, at node: String?, _ arguments: [BusValue] = []) {
        bus.emit(member, of: interface, from: node.map { path + "/" + $0 } ?? path, arguments)
    }
}

private let propertiesInterface = "org.freedesktop.DBus.Properties"

extension MessageBus {
    /// Exports a tree of objects at a path and directly below it, and keeps it alive.
    ///
    /// - Throws: ``BusError`` if the XML is wrong, or if a tree is already exported there.
    package func export(_ tree: any ExportedTree, at path: String) throws(BusError) -> BusTree {
        let content = try TreeBox(tree, path, calls)
        let box = unsafe Unmanaged.passRetained(content as CallBox)
        // GLib copies the table.
        let functions = UnsafeMutablePointer<GDBusSubtreeVTable>.allocate(capacity: 1)
        defer { unsafe functions.deallocate() }
        unsafe functions.initialize(to: GDBusSubtreeVTable())
        unsafe functions.pointee.enumerate = unsafe onEnumerate
        unsafe functions.pointee.introspect = unsafe onDescribe
        unsafe functions.pointee.dispatch = unsafe onDispatch
        var error: UnsafeMutablePointer<GError>?
        let id = unsafe g_dbus_connection_register_subtree(
            connection, path, functions, G_DBUS_SUBTREE_FLAGS_DISPATCH_TO_UNENUMERATED_NODES, box.toOpaque(),
            onReleaseExport, &error)
        guard id != 0 else {
            // GLib releases a box only after a successful registration.
            unsafe box.release()
            throw unsafe BusError(adopting: error)
        }
        unsafe Self.forgetIntrospection(of: connection)
        return BusTree(bus: self, id: id, path: path)
    }
}

/// An interface as described by its XML.
@MediaActor
@safe
private final class InterfaceDescription {
    let name: String
    private let node: UnsafeMutablePointer<GDBusNodeInfo>
    /// Valid for as long as the node.
    private let info: UnsafeMutablePointer<GDBusInterfaceInfo>

    init(_ xml: String) throws(BusError) {
        var error: UnsafeMutablePointer<GError>?
        guard let node = unsafe g_dbus_node_info_new_for_xml(xml, &error) else {
            throw unsafe BusError(adopting: error)
        }
        guard let info = unsafe node.pointee.interfaces?.pointee else {
            unsafe g_dbus_node_info_unref(node)
            throw BusError(name: BusError.failed, message: "the introspection XML has no interface")
        }
        name = unsafe text(info.pointee.name)
        unsafe self.node = unsafe node
        unsafe self.info = unsafe info
    }

    isolated deinit { unsafe g_dbus_node_info_unref(node) }

    /// Returns the description for GLib, which releases it.
    @unsafe
    func retained() -> UnsafeMutablePointer<GDBusInterfaceInfo>? { unsafe g_dbus_interface_info_ref(info) }
}

@MediaActor
private final class TreeBox: CallBox {
    private let tree: any ExportedTree
    private let path: String
    private let calls: CallQueue
    private let descriptions: [InterfaceDescription]

    init(_ tree: any ExportedTree, _ path: String, _ calls: CallQueue) throws(BusError) {
        (self.tree, self.path, self.calls) = (tree, path, calls)
        var descriptions: [InterfaceDescription] = []
        for xml in tree.introspectionXML { descriptions.append(try InterfaceDescription(xml)) }
        self.descriptions = descriptions
        super.init()
    }

    /// Returns the interfaces of an object in the form that GLib takes over; `nil` if there are none.
    @unsafe
    func interfaces(at node: String?) -> UnsafeMutablePointer<UnsafeMutablePointer<GDBusInterfaceInfo>?>? {
        let names = tree.interfaces(at: node)
        let found = descriptions.filter { names.contains($0.name) }
        guard !found.isEmpty else { return nil }
        let count = found.count + 1
        let list = unsafe g_malloc0(gsize(count * MemoryLayout<gpointer>.stride))?
            .bindMemory(to: UnsafeMutablePointer<GDBusInterfaceInfo>?.self, capacity: count)
        for (index, description) in found.enumerated() { unsafe list?[index] = unsafe description.retained() }
        return unsafe list
    }

    override func handle(_ call: BusMethodCall, at path: String, interfaceName: String, reply: BusReply) {
        do throws(BusError) {
            try tree.admit(call.sender)
        } catch {
            return reply.fail(error)
        }
        let node = path == self.path ? nil : String(path.dropFirst(self.path.count + 1))
        calls.add(from: call.sender) { [tree] end in
            reply.onAnswered = end
            guard interfaceName == propertiesInterface else {
                return tree.call(call, of: interfaceName, at: node, reply: reply)
            }
            Task.immediate { @MediaActor in await Self.answer(call, tree, node, reply) }
        }
    }

    /// Answers a request for properties. GLib has checked that the named property is declared and readable; none of the
    /// properties can be set.
    private static func answer(
        _ call: BusMethodCall, _ tree: any ExportedTree, _ node: String?, _ reply: BusReply
    ) async {
        do throws(BusError) {
            let interface = call.arguments.first?.stringValue ?? ""
            let values = try await tree.properties(of: interface, at: node)
            guard call.member != "GetAll" else { return reply.succeed([.dictionary(values)]) }
            let name = call.arguments.dropFirst().first?.stringValue ?? ""
            guard call.member == "Get", let value = values[name] else {
                throw BusError(name: BusError.failed, message: "\(name) has no value")
            }
            reply.succeed([.variant(value)])
        } catch {
            reply.fail(error)
        }
    }
}

/// Called on the media thread when a description of the tree itself is requested; lists nothing below it.
private func onEnumerate(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ data: gpointer?
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe g_malloc0(gsize(MemoryLayout<gpointer>.stride))?
        .bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: 1)
}

/// Called on the media thread for every call, and for every request for a description.
private func onDescribe(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
    _ node: UnsafePointer<CChar>?, _ data: gpointer?
) -> UnsafeMutablePointer<UnsafeMutablePointer<GDBusInterfaceInfo>?>? {
    guard let data = unsafe data else { return nil }
    let box = unsafe Unmanaged<CallBox>.fromOpaque(data).takeUnretainedValue()
    let name = unsafe node.map { unsafe String(cString: $0) }
    let place = MediaActor.assumeIsolated {
        unsafe UInt(bitPattern: (box as? TreeBox)?.interfaces(at: name))
    }
    return unsafe UnsafeMutablePointer(bitPattern: place)
}

/// Called on the media thread for every call to one of the interfaces that were described.
private func onDispatch(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
    _ interface: UnsafePointer<CChar>?, _ node: UnsafePointer<CChar>?, _ result: UnsafeMutablePointer<gpointer?>?,
    _ data: gpointer?
) -> UnsafePointer<GDBusInterfaceVTable>? {
    unsafe result?.pointee = unsafe data
    return unsafe UnsafePointer(exportFunctions)
}
