// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import COnCueShims
internal import Glibc
package import OnCueRuntime

/// A socket on which programs of this user reach an object without a message bus in between, in the protocol of the bus.
///
/// To a program it is a bus with one service on it: it greets (`Hello`), names owners and takes match rules, so that a
/// client needs nothing but another address. There are no other names on it, nothing is started, and no descriptors are
/// passed. Everything happens on `MediaActor`: a short call is read, answered and sent in one turn.
@MediaActor
@safe
package final class DirectServer {
    /// The service's own name here.
    static let ownName = namePrefix + "0"
    private nonisolated static let namePrefix = ":direct."

    let limits: DirectLimits
    let objectPath: String
    /// The well-known names of the service.
    let names: [String]
    /// The words by which a client knows whose socket it is.
    let identity: String
    package let path: String
    private var listener: Int32 = -1
    private var source: DescriptorSource?
    private(set) var interfaces: [String: any ExportedInterface] = [:]
    private(set) var clients: [String: DirectClient] = [:]
    /// Whose call is next.
    private(set) var calls = CallQueue(bus: nil)
    private var lastNumber = 0
    private var lastSerial: UInt32 = 0
    /// Where all programs' bytes are read into.
    private var room = [UInt8](repeating: 0, count: 64 << 10)

    /// - Parameters:
    ///   - path: Where the socket is to be, in a folder that belongs to this user.
    ///   - busAddress: The bus that the service is on, too.
    ///   - objectPath: The one object.
    package init(
        path: String, busAddress: String, objectPath: String, names: [String], limits: DirectLimits = DirectLimits()
    ) {
        (self.path, self.objectPath, self.names, self.limits) = (path, objectPath, names, limits)
        identity = Self.identity(ofBus: busAddress)
    }

    /// The name of a socket whose service is on a bus. What is behind the address of a bus is not part of it: one program
    /// knows more of it than another.
    nonisolated static func identity(ofBus address: String) -> String {
        let place = address.split(separator: ";").first?.split(separator: ",").filter { !$0.hasPrefix("guid=") }
        return Checksum.md5(Array((place ?? []).joined(separator: ",").utf8))
    }

    /// Whether a program has called here and not over the bus.
    package nonisolated static func isName(_ client: String) -> Bool { client.hasPrefix(namePrefix) }

    /// Exports an interface of the object.
    package func export(_ interface: any ExportedInterface, named name: String) { interfaces[name] = interface }

    /// Puts the calls of programs here into the queue of a bus: callers here and there take turns from now on.
    package func takeTurns(with bus: MessageBus) { calls = bus.calls }

    /// Accepts programs from now on.
    ///
    /// - Returns: Whether the socket could be made; it cannot where another service has it. Blocks shortly.
    @discardableResult
    package func begin() -> Bool {
        listener = unsafe oncue_direct_listen(path)
        guard listener >= 0 else { return false }
        listenOn()
        return true
    }

    private func listenOn() {
        guard listener >= 0, source == nil else { return }
        source = DescriptorSource(listener, .reading) { [weak self] in self?.accept() }
    }

    /// Without descriptors or memory, who wants to come would be there again at once.
    private func listenLater() {
        source?.end()
        source = nil
        Task { [weak self] in
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil else { return }
            self?.listenOn()
        }
    }

    /// Sends everybody away.
    package func close() {
        guard listener >= 0 else { return }
        unsafe unlink(path)
        source?.end()
        source = nil
        Glibc.close(listener)
        listener = -1
        for client in clients.values { client.close() }
    }

    private func accept() {
        // Some at a time, so that those that come and go at once let others have a turn.
        for _ in 0..<16 {
            let descriptor = oncue_direct_accept(listener)
            let reason = errno
            guard descriptor >= 0 else {
                if reason == EMFILE || reason == ENFILE || reason == ENOMEM || reason == ENOBUFS { listenLater() }
                return
            }
            guard clients.count < limits.clients else {
                Glibc.close(descriptor)
                continue
            }
            lastNumber += 1
            let name = Self.namePrefix + String(lastNumber)
            let client = DirectClient(descriptor, name: name, of: self)
            clients[name] = client
            client.begin()
        }
    }

    func forget(_ client: DirectClient) {
        clients[client.name] = nil
        calls.leave(client.name)
    }

    /// Calls the handler once when a program has left, unless what this returns is released before.
    ///
    /// - Returns: `nil` for a program that is not here, for which the handler is not called.
    package func watch(_ client: String, left handler: @escaping @MediaActor () -> Void) -> DirectDeparture? {
        clients[client]?.addDeparture(handler)
    }

    /// The bytes of all programs that were read and not taken, or not sent yet.
    var waitingSize: Int { clients.values.reduce(0) { $0 + $1.inputSize + $1.outputSize } }

    // MARK: Messages

    /// Reads what is there.
    ///
    /// - Returns: Nothing if there is nothing yet; `nil` where the program has left.
    func receive(from descriptor: Int32) -> ArraySlice<UInt8>? {
        let count = unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 { return room[..<count] }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    var nextSerial: UInt32 {
        // Zero is no number.
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        return lastSerial
    }

    /// Sends a signal of the object to everybody who wants it, or to one program.
    package func emit(_ member: String, of interface: String, _ arguments: [BusValue], to client: String? = nil) {
        if let client {
            clients[client]?.tell(signal(member, interface, arguments, to: client))
            return
        }
        let listeners = clients.values.filter { $0.wants(member, of: interface) }
        guard !listeners.isEmpty else { return }
        let bytes = signal(member, interface, arguments)
        for listener in listeners { listener.tell(bytes) }
    }

    private func signal(
        _ member: String, _ interface: String, _ arguments: [BusValue], to client: String? = nil
    ) -> [UInt8] {
        var message = BusMessage(.signal, serial: nextSerial)
        message.path = objectPath
        (message.interface, message.member) = (interface, member)
        (message.sender, message.destination) = (Self.ownName, client)
        message.body = arguments
        return message.bytes
    }
}

/// The limits for programs at a socket.
package struct DirectLimits: Sendable {
    /// Programs at a time; others take the bus.
    var clients = 256
    /// Calls of one that are under way at a time; more wait in its socket.
    var calls = 32
    /// No more calls of one are taken while those under way have so many bytes.
    var callBytes = 32 << 20
    /// Bytes of a message; a larger one ends the connection.
    var message = 32 << 20
    /// No more calls of one are taken while so many bytes wait to be read by it.
    var fullOutput = 1 << 20
    /// One that lets so many bytes of signals wait, behind what the kernel keeps for it, is sent away.
    var signals = 256 << 10
    /// One that lets so many bytes wait is sent away.
    var output = 128 << 20
    /// Bytes of all programs that wait to be taken or to be read; beyond it, who has more than ``fullOutput`` is sent away.
    var all = 256 << 20

    package init() {}
}

/// The wish to know when a program has left, as long as it lives.
@MediaActor
package final class DirectDeparture {
    fileprivate let handle: @MediaActor () -> Void

    init(_ handle: @escaping @MediaActor () -> Void) { self.handle = handle }

    func tell() { handle() }
}
