// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import OnCueRuntime

/// A method of an interface: its name, and the forms of its arguments and its reply.
///
/// The fields of the forms are the arguments in order, with their names in the introspection data.
package struct Method<Arguments: WireForm, Reply: WireForm>: Sendable {
    package let interface: String
    package let name: String
    /// Whether a second call has no further effect, so that it may be sent again if no answer came.
    package let isRepeatable: Bool
    /// The longest text among the arguments, in bytes.
    package let longestText: Int

    /// - Parameters:
    ///   - isRepeatable: See ``isRepeatable``.
    ///   - longestText: See ``longestText``; the longest path of a file fits, percent-encoded.
    package init(_ interface: String, _ name: String, isRepeatable: Bool = false, longestText: Int = TextLimit.longest)
    {
        (self.interface, self.name) = (interface, name)
        (self.isRepeatable, self.longestText) = (isRepeatable, longestText)
    }
}

/// A signal of an interface, and the form of its content.
package struct Event<Content: WireForm>: Sendable {
    package let interface: String
    package let name: String

    package init(_ interface: String, _ name: String) {
        (self.interface, self.name) = (interface, name)
    }
}

/// No arguments, or an empty reply.
package struct Nothing: WireForm, Equatable {
    package static let blank = Nothing()

    package init() {}

    package mutating func form(_ fields: inout some FieldCoder) {}
}

/// A single argument or a reply of one value, which needs no name where it is used.
package struct Only<Value: WireField & Blank>: WireForm {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    package static var blank: Only { Only(.blank) }

    package mutating func form(_ fields: inout some FieldCoder) { fields("value", &value, .required) }
}

/// Two arguments, which need no names where they are used.
package struct Pair<First: WireField & Blank, Second: WireField & Blank>: WireForm {
    package var first: First
    package var second: Second

    package init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    package static var blank: Pair { Pair(.blank, .blank) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("first", &first, .required)
        fields("second", &second, .required)
    }
}

/// A method of a service, bound to the function that carries it out.
package struct Binding<Service>: Sendable {
    package let name: String
    /// The signatures of the arguments and of the reply.
    package let signatures: (arguments: String, reply: String)
    /// The event whose delivery to the caller the method switches on or off, if that is all that it does.
    package var watchedEvent: String?
    private let longestText: Int
    private let body: @MediaActor @Sendable (Service, [BusValue]) async throws -> [BusValue]

    /// - Parameter body: Performs the method; its errors are sent to the caller.
    package init<Arguments: WireForm, Reply: WireForm>(
        _ method: Method<Arguments, Reply>,
        _ body: @escaping @MediaActor @Sendable (Service, Arguments) async throws -> Reply
    ) {
        self.init(
            method.name, arguments: FormList.signature(of: Arguments.self), reply: FormList.signature(of: Reply.self),
            longestText: method.longestText
        ) { service, members in
            let arguments = try MemberReader.arguments(Arguments.self, of: method.name, in: members)
            return FormWriter.members(try await body(service, arguments))
        }
    }

    /// - Parameters:
    ///   - arguments: The signature of the body of the call.
    ///   - reply: The signature of the body of the reply.
    ///   - longestText: The longest text among the arguments, in bytes.
    ///   - body: Performs the method.
    init(
        _ name: String, arguments: String, reply: String, longestText: Int = TextLimit.longest,
        _ body: @escaping @MediaActor @Sendable (Service, [BusValue]) async throws -> [BusValue]
    ) {
        (self.name, signatures) = (name, (arguments, reply))
        (self.longestText, self.body) = (longestText, body)
    }

    /// - Parameter body: Performs a method that returns nothing.
    package init<Arguments: WireForm>(
        _ method: Method<Arguments, Nothing>,
        _ body: @escaping @MediaActor @Sendable (Service, Arguments) async throws -> Void
    ) {
        self.init(method) { service, arguments in
            try await body(service, arguments)
            return Nothing()
        }
    }

    /// - Parameters:
    ///   - method: Its argument states whether the caller wants the event.
    ///   - event: Sent only to callers that want it.
    package init(_ method: Method<Only<Bool>, Nothing>, watches event: Event<some WireForm>) {
        self.init(method) { _, _ in }
        watchedEvent = event.name
    }

    /// Performs the method.
    ///
    /// - Parameter arguments: The body of the call.
    /// - Returns: The body of the reply.
    /// - Throws: The errors of the service, and ``ServiceError`` for arguments of another form or texts that are too
    ///   long.
    @MediaActor
    package func answer(_ service: Service, _ arguments: [BusValue]) async throws -> [BusValue] {
        try TextLimit.check(arguments.compactMap(\.stringValue), of: name, longest: longestText)
        return try await body(service, arguments)
    }
}
