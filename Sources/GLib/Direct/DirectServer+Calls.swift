// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import Glibc
internal import OnCueRuntime

private let busName = "org.freedesktop.DBus"
private let propertiesInterface = "org.freedesktop.DBus.Properties"
private let peerInterface = "org.freedesktop.DBus.Peer"

extension DirectServer {
    /// Answers a call now or later.
    func take(_ call: BusMessage, from client: DirectClient, _ reply: BusReply) {
        do throws(BusError) {
            switch call.interface {
            case busName where call.destination == busName: reply.succeed(try answerAsBus(call, client))
            case peerInterface where call.member == "Ping": reply.succeed()
            case propertiesInterface: reply.succeed(try accessProperties(call))
            default: try pass(call, from: client, reply)
            }
        } catch {
            reply.fail(error)
        }
    }

    // MARK: As a bus

    private func answerAsBus(_ call: BusMessage, _ client: DirectClient) throws(BusError) -> [BusValue] {
        switch (call.member, call.body.first?.stringValue) {
        case ("Hello", _): return [.string(client.name)]
        case ("AddMatch", let rule?):
            try client.add(rule: rule)
            return []
        case ("RemoveMatch", let rule?):
            client.remove(rule: rule)
            return []
        case ("GetNameOwner", let name?):
            try check(name)
            return [.string(Self.ownName)]
        case ("NameHasOwner", let name?): return [.bool(isOwn(name))]
        case ("GetConnectionUnixProcessID", let name?):
            try check(name)
            return [.uint32(UInt32(getpid()))]
        case ("StartServiceByName", let name?):
            try check(name)
            let alreadyRunning: UInt32 = 2
            return [.uint32(alreadyRunning)]
        case ("ListNames", _): return [.strings([busName, Self.ownName, client.name] + names)]
        case ("GetId", _): return [.string(identity)]
        default: throw unknown(call)
        }
    }

    private func isOwn(_ name: String) -> Bool { name == Self.ownName || names.contains(name) }

    private func check(_ name: String) throws(BusError) {
        guard isOwn(name) else {
            throw BusError(name: BusError.nameHasNoOwner, message: "\(name) is not reached through this socket")
        }
    }

    // MARK: As the object

    private func interface(_ name: String?, of call: BusMessage) throws(BusError) -> any ExportedInterface {
        if let destination = call.destination, !isOwn(destination) {
            throw BusError(
                name: BusError.serviceUnknown, message: "\(destination) is not reached through this socket")
        }
        guard call.path == objectPath, let name, let interface = interfaces[name] else { throw unknown(call) }
        return interface
    }

    private func unknown(_ call: BusMessage) -> BusError {
        BusError(
            name: BusError.unknownMethod,
            message: "no method \(call.member ?? "") of \(call.interface ?? "no interface") "
                + "at \(call.path ?? "no path")")
    }

    private func pass(_ call: BusMessage, from client: DirectClient, _ reply: BusReply) throws(BusError) {
        let interface = try interface(call.interface, of: call)
        guard let member = call.member, let expected = interface.argumentSignature(of: member) else {
            throw unknown(call)
        }
        guard call.signature == expected else {
            throw BusError(
                name: BusError.invalidArguments,
                message: "\(member) takes arguments of the types (\(expected)), not (\(call.signature))")
        }
        let taken = BusMethodCall(sender: client.name, member: member, arguments: call.body)
        calls.add(from: client.name) { end in
            reply.onAnswered = end
            interface.call(taken, reply: reply)
        }
    }

    private func accessProperties(_ call: BusMessage) throws(BusError) -> [BusValue] {
        let texts = call.body.prefix(2).map { $0.stringValue ?? "" }
        let interface = try interface(texts.first, of: call)
        switch (call.member, call.signature) {
        case ("GetAll", "s"): return [.dictionary(interface.properties())]
        case ("Get", "ss"):
            guard let value = interface.property(texts[1]) else {
                throw BusError(name: BusError.invalidArguments, message: "no property \(texts[1])")
            }
            return [.variant(value)]
        case ("Set", "ssv"):
            try interface.setProperty(texts[1], to: call.body[2].unwrapped)
            return []
        default: throw unknown(call)
        }
    }
}
