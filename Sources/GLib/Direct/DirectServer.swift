// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import COnCueShims
internal import Glibc
package import OnCueRuntime

/// A socket at which programs of this user reach an object with the protocol of a message bus, but without a bus in
/// between.
///
/// To a program it looks like a bus with one service: it greets (`Hello`), knows owners of names and accepts match
/// rules, so that a client needs only another address. There are no other names on it, it starts no services, and it
/// passes no descriptors. Everything happens on `MediaActor`: a short call is read, answered and sent in one turn.
@MediaActor
@safe
package final class DirectServer {
    /// The service's own unique name on this socket.
    static let ownName = namePrefix + "0"
    private nonisolated static let namePrefix = ":direct."

    let limits: DirectLimits
    let objectPath: String
    /// The well-known names of the service.
    let names: [String]
    /// The text by which a client recognises the service behind the socket.
    let identity: String
    package let path: String
    private var listener: Int32 = -1
    private var source: DescriptorSource?
    private(set) var interfaces: [String: any ExportedInterface] = [:]
    private(set) var clients: [String: DirectClient] = [:]
    /// The queue that decides the order of calls.
    private(set) var calls = CallQueue(bus: nil)
    private var lastNumber = 0
    private var lastSerial: UInt32 = 0
    /// The buffer into which the bytes of all programs are read.
    private var room = [UInt8](repeating: 0, count: 64 << 10)

    /// - Parameters:
    ///   - path: The path of the socket, in a folder that belongs to this user.
    ///   - busAddress: The bus on which the service is available, too.
    ///   - objectPath: The path of the only object.
    package init(
        path: String, busAddress: String, objectPath: String, names: [String], limits: DirectLimits = DirectLimits()
    ) {
        (self.path, self.objectPath, self.names, self.limits) = (path, objectPath, names, limits)
        identity = Self.identity(ofBus: busAddress)
    }

    /// Returns the identity of a socket whose service is on a bus. Only the first address counts, without its GUID,
    /// since not every program knows the rest.
    nonisolated static func identity(ofBus address: String) -> String {
        let place = address.split(separator: ";").first?.split(separator: ",").filter { !$0.hasPrefix("guid=") }
        return Checksum.md5(Array((place ?? []).joined(separator: ",").utf8))
    }

    /// Returns whether a program has called at such a socket rather than over the bus.
    package nonisolated static func isName(_ client: String) -> Bool { client.hasPrefix(namePrefix) }

    /// Exports an interface of the object.
    package func export(_ interface: any ExportedInterface, named name: String) { interfaces[name] = interface }

    /// Puts the calls of programs at this socket into the queue of a bus from now on, so that the callers at both take
    /// turns.
    package func takeTurns(with bus: MessageBus) { calls = bus.calls }

    /// Begins to accept programs. Blocks briefly.
    ///
    /// - Returns: Whether the socket could be made; it cannot if another service has it.
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

    /// Pauses if no descriptors or memory are left, since the same program would be reported again at once.
    private func listenLater() {
        source?.end()
        source = nil
        Task { [weak self] in
            guard (try? await MediaActor.sleep(for: .seconds(1))) != nil else { return }
            self?.listenOn()
        }
    }

    /// Disconnects all programs.
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
        // Accept a few at a time, so that programs that keep connecting let others have a turn.
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

    /// Calls the handler once when a program has left, unless the result is released before that.
    ///
    /// - Returns: `nil` for a program that is not connected here, for which the handler is not called.
    package func watch(_ client: String, left handler: @escaping @MediaActor () -> Void) -> DirectDeparture? {
        clients[client]?.addDeparture(handler)
    }

    /// The number of bytes of all programs that were read but not processed, or not sent yet.
    var waitingSize: Int { clients.values.reduce(0) { $0 + $1.inputSize + $1.outputSize } }

    // MARK: Messages

    /// Reads the available bytes.
    ///
    /// - Returns: The bytes, empty if there are none yet; `nil` if the program has left.
    func receive(from descriptor: Int32) -> ArraySlice<UInt8>? {
        let count = unsafe room.withUnsafeMutableBytes { room in
            unsafe recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 { return room[..<count] }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    var nextSerial: UInt32 {
        // Zero is not a valid serial number.
        lastSerial = lastSerial == .max ? 1 : lastSerial + 1
        return lastSerial
    }

    /// Sends a signal of the object to all programs that want it, or to one program.
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
    /// The number of programs at a time; any others use the bus.
    var clients = 256
    /// The number of calls of one program in progress at a time; more wait in its socket.
    var calls = 32
    /// The number of bytes in a program's calls in progress from which no more of its calls are accepted.
    var callBytes = 32 << 20
    /// The number of bytes in a message; a larger one ends the connection.
    var message = 32 << 20
    /// The number of unread bytes from which no more calls of a program are accepted.
    var fullOutput = 1 << 20
    /// The number of unread bytes of signals, in addition to the kernel's buffer, from which a program is disconnected.
    var signals = 256 << 10
    /// The number of unread bytes from which a program is disconnected.
    var output = 128 << 20
    /// The number of waiting bytes of all programs, in both directions, from which a program with more than
    /// ``fullOutput`` is disconnected.
    var all = 256 << 20

    package init() {}
}

/// The observation of a program's departure, for as long as this object exists.
@MediaActor
package final class DirectDeparture {
    fileprivate let handle: @MediaActor () -> Void

    init(_ handle: @escaping @MediaActor () -> Void) { self.handle = handle }

    func tell() { handle() }
}
