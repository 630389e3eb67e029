// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface

/// The connection to the service over a message bus.
///
/// Connects with the first call, and again after the bus has gone. A call that finds no daemon starts one. A call is
/// repeated only if the bus reports that it was not delivered, or if repeating it is harmless.
///
/// ```swift
/// let service = OnCueConnection(environment: .current())
/// let played = try await service.play("Albums/Kind of Blue", PlayOptions())
/// ```
package final class OnCueConnection: Sendable {
    package let link: BusLink

    /// - Parameters:
    ///   - playerPatience: The time limit of a player's report.
    ///   - connectsNow: Whether the process does nothing else, so that its media thread may wait for the bus, which is
    ///     quicker.
    ///   - isPassing: Whether calls never start a daemon, and give up after a second.
    package init(
        environment: ClientEnvironment, playerPatience: Duration = .seconds(1), connectsNow: Bool = false,
        isPassing: Bool = false
    ) {
        link = BusLink(
            environment: environment, playerPatience: playerPatience, connectsNow: connectsNow, isPassing: isPassing)
    }

    /// Calls a method of the service's object.
    ///
    /// - Throws: `unexpectedAnswer` for a reply of another form.
    @discardableResult
    func call<Arguments: WireForm, Reply: WireForm>(
        _ method: Method<Arguments, Reply>, _ arguments: Arguments, waitingFor wait: LongWait = .daemon,
        isRepeatable: Bool? = nil, startsDaemon: Bool = true
    ) async throws(ServiceError) -> Reply {
        let members = try await link.call(
            method.name, of: method.interface, FormWriter.members(arguments), wait,
            isRepeatable: isRepeatable ?? method.isRepeatable, startsDaemon: startsDaemon)
        guard let reply = MemberReader.value(Reply.self, in: members) else {
            throw .unexpectedAnswer(to: method.name)
        }
        return reply
    }

    /// Calls a method without arguments.
    @discardableResult
    func call<Reply: WireForm>(_ method: Method<Nothing, Reply>) async throws(ServiceError) -> Reply {
        try await call(method, Nothing())
    }

    /// Calls a method that answers with a value, without arguments.
    func read<Value: WireField & Blank>(_ method: Method<Nothing, Only<Value>>) async throws(ServiceError) -> Value {
        try await call(method, Nothing()).value
    }

    /// Calls a method that answers with parts of a list, until it has the whole list, without the rows that only a newer
    /// service knows.
    func all<Page: ItemPage & WireForm>(
        _ method: Method<Pair<Int, Int>, Page>
    ) async throws(ServiceError) -> [Page.Item] {
        var (items, offset): ([Page.Item], Int) = ([], 0)
        while true {
            let page = try await call(method, Pair(offset, PageLimit.largest))
            items += page.items
            // Not by the number of rows, some of which may have been left out.
            offset += PageLimit.largest
            if offset >= page.total { return items }
        }
    }

    /// Reads a property of the service's object, or, without a name, all properties of an interface.
    func properties(_ name: String? = nil, of interface: String) async throws(ServiceError) -> BusValue {
        let member = name == nil ? "GetAll" : "Get"
        let reply = try await link.call(
            member, of: "org.freedesktop.DBus.Properties", [interface, name].compactMap { $0.map(BusValue.string) },
            isRepeatable: true)
        guard let value = reply.first else { throw .unexpectedAnswer(to: member) }
        return value
    }
}

extension BusSignal {
    /// Returns the content if the signal is this event and can be parsed.
    func content<Content: WireForm>(of event: Event<Content>) -> Content? {
        member == event.name ? MemberReader.value(Content.self, in: arguments) : nil
    }
}
