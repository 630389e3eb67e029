// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// A notification server that shows nothing, but notes when it is asked to show a suggestion.
@MediaActor
final class NotificationBoard {
    /// The first notification of an offer.
    struct Notice {
        let time: ContinuousClock.Instant
        fileprivate let id: UInt32
        fileprivate let actions: [String]
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let bus: MessageBus
    private let server = Server()
    private let export: BusExport

    /// Takes the place of the notification server of a bus.
    init(on bus: PrivateMessageBus) async throws {
        self.bus = try await MessageBus.connect(to: bus.address)
        export = try self.bus.export(server, at: Self.path)
        _ = try await self.bus.requestName(Self.name)
    }

    /// The first notification of the next offer, which may have come already.
    ///
    /// - Throws: When none comes within five seconds.
    func next() async throws -> Notice {
        let timeout = Task { @MediaActor [server] in
            if (try? await MediaActor.sleep(for: .seconds(5))) != nil { server.giveUp() }
        }
        defer { timeout.cancel() }
        guard let notice = await server.next() else { throw BenchError("no suggestion is shown") }
        return notice
    }

    /// Presses the button of a notification that plays what it suggests.
    func pressPlay(of notice: Notice) throws(BenchError) {
        guard let key = notice.actions.first(where: { $0.hasPrefix("play ") }) else {
            throw BenchError("a suggestion has no button that plays it")
        }
        export.emit("ActionInvoked", [.uint32(notice.id), .string(key)])
    }

    private final class Server: ExportedInterface {
        nonisolated let introspectionXML = """
            <node><interface name="org.freedesktop.Notifications">
            <method name="GetCapabilities"><arg type="as" direction="out"/></method>
            <method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
            <arg type="s" direction="out"/><arg type="s" direction="out"/></method>
            <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
            <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
            <arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
            <arg type="u" direction="out"/></method>
            <method name="CloseNotification"><arg type="u" direction="in"/></method>
            <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
            <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
            </interface></node>
            """
        private var notices: [Notice] = []
        private var waiting: CheckedContinuation<Notice?, Never>?
        /// By which the offer is known that was noted last.
        private var last = ""
        private var lastID: UInt32 = 0

        func next() async -> Notice? {
            if !notices.isEmpty { return notices.removeFirst() }
            return await withCheckedContinuation { waiting = $0 }
        }

        func giveUp() {
            waiting?.resume(returning: nil)
            waiting = nil
        }

        func call(_ call: BusMethodCall, reply: BusReply) {
            switch call.member {
            case "GetCapabilities": reply.succeed([.strings(["actions", "body"])])
            case "GetServerInformation":
                reply.succeed([.string("bench"), .string("bench"), .string("1"), .string("1.2")])
            case "Notify": reply.succeed([.uint32(show(call.arguments, at: .now))])
            default: reply.succeed()
            }
        }

        /// What is said once more of an offer, as with its picture, is not noted.
        private func show(_ arguments: [BusValue], at time: ContinuousClock.Instant) -> UInt32 {
            let replaced = UInt32(clamping: arguments[1].intValue ?? 0)
            lastID += 1
            let id = replaced == 0 ? lastID : replaced
            let actions = arguments[5].stringsValue ?? []
            guard let offer = actions.first(where: { $0.hasPrefix("dismiss ") }), offer != last else { return id }
            last = offer
            notices.append(Notice(time: time, id: id, actions: actions))
            if let waiting {
                self.waiting = nil
                waiting.resume(returning: notices.removeFirst())
            }
            return id
        }
    }
}
