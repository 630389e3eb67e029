// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// `org.freedesktop.Application` at the path that belongs to `org.oncue.OnCue.desktop`: the interface that menus and
/// file managers call instead of starting a program.
@MediaActor
package final class ApplicationInterface: ExportedInterface {
    /// The action through which answers return to notifications that were left on the desktop.
    private static let notification = "Notification"
    /// The most URIs of one call.
    static let uriLimit = 100
    /// The largest list of feeds, in bytes.
    private nonisolated static let listLimit = 8 << 20
    /// The time limit for checking whether an address has sound, before it is taken for a feed.
    private static let patience: Duration = .seconds(22)

    package nonisolated var introspectionXML: String { Introspection.application }
    private let manager: ContentManager
    private let commands: RemoteCommandPerformer
    private let podcasts: any PodcastManaging
    private let answerNotification:
        @MediaActor (_ program: String, _ name: String, _ action: String) async throws -> Void
    private let showSuggestions: @MediaActor () async -> Void
    private let log = Logger("desktop")

    /// - Parameters:
    ///   - answerNotification: Answers a notification that was left on the desktop while the service did not run.
    ///   - showSuggestions: Shows the present suggestions, at the user's request.
    package init(
        manager: ContentManager, commands: RemoteCommandPerformer, podcasts: any PodcastManaging,
        answerNotification:
            @escaping @MediaActor (_ program: String, _ name: String, _ action: String) async throws -> Void,
        showSuggestions: @escaping @MediaActor () async -> Void
    ) {
        (self.manager, self.commands, self.podcasts) = (manager, commands, podcasts)
        (self.answerNotification, self.showSuggestions) = (answerNotification, showSuggestions)
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        switch call.member {
        case "Activate": reply.answer { [self] in try await done { await activate() } }
        case "Open": open(call.arguments.first?.stringsValue ?? [], reply)
        case "ActivateAction":
            let name = call.arguments.first?.stringValue ?? ""
            if name == Self.notification { return answer(call.arguments, reply) }
            guard let action = ApplicationAction(rawValue: name) else {
                let known = ApplicationAction.allCases.map(\.rawValue).joined(separator: ", ")
                return reply.fail(
                    ControlError.invalidValue("\"\(name.prefix(40))\" is not an action; expected one of \(known)"))
            }
            reply.answer { [self] in try await done { try await perform(action) } }
        default: reply.fail(BusError(name: BusError.unknownMethod, message: "no method \(call.member)"))
        }
    }

    /// Answers a notification that was left on the desktop; the target has its program, its identifier and the action.
    private func answer(_ arguments: [BusValue], _ reply: BusReply) {
        let target = arguments.dropFirst().first?.arrayValue?.first?.unwrapped.stringsValue ?? []
        guard target.count == 3 else {
            return reply.fail(
                ControlError.invalidValue(
                    "the action \(Self.notification) needs a program, an identifier and an action"))
        }
        reply.answer { [self] in
            try await done { try await answerNotification(target[0], target[1], target[2]) }
        }
    }

    private func done(_ deed: @MediaActor () async throws -> Void) async throws -> [BusValue] {
        do {
            try await deed()
            return []
        } catch {
            // Desktops do not show the answer to anyone.
            log.warning("cannot do what the desktop asks for", ["error": ControlError.make(error).message])
            throw error
        }
    }

    private func activate() async {
        do {
            try await commands.performNow(.play)?.value
        } catch {
            await showSuggestions()
        }
    }

    private func perform(_ action: ApplicationAction) async throws {
        switch action {
        case .playPause: try await commands.performNow(.toggle)?.value
        case .next: try await commands.performNow(.next)?.value
        case .goOn: try await goOn()
        case .suggestions: await showSuggestions()
        }
    }

    /// Resumes unfinished listening, or else does the same as Play.
    private func goOn() async throws {
        let options = try options()
        do {
            _ = try await manager.initiatePlayback(of: .identifier(.continueListening), with: options)
        } catch let error as ContentError where error.code == .notPlayable || error.isAbsence {
            try await commands.performNow(.play)?.value
        }
    }

    private func options() throws(ContentError) -> PlaybackOptions {
        var options = PlaybackOptions(try manager.beginSelection())
        options.cause = .remote
        return options
    }

    // MARK: Open

    private func open(_ uris: [String], _ reply: BusReply) {
        do throws(BusError) {
            guard uris.count <= Self.uriLimit else {
                throw ControlError.invalidValue("at most \(Self.uriLimit) URIs can be opened at a time")
            }
            var places: [MediaLocation] = []
            var others: [OpenedAddress] = []
            for uri in uris {
                switch OpenedAddress(uri) {
                case .play(let location): places.append(location)
                case .some(let other): others.append(other)
                case nil: throw ControlError.invalidValue("\"\(uri.prefix(200))\" is nothing that OnCue opens")
                }
            }
            // Noted before any wait: a later request must take precedence.
            let options = places.isEmpty ? nil : try selected()
            reply.answer { [self, places, others] in
                try await done {
                    for other in others { try await take(other) }
                    if let options { try await play(places, with: options) }
                }
            }
        } catch {
            reply.fail(error)
        }
    }

    private func selected() throws(BusError) -> PlaybackOptions {
        do throws(ContentError) {
            return try options()
        } catch {
            throw ControlError.make(error)
        }
    }

    private func play(_ locations: [MediaLocation], with options: PlaybackOptions) async throws {
        guard locations.count == 1, let location = locations.first else {
            let (played, failures) = try await manager.initiatePlayback(
                ofAll: locations.map { .location($0) }, with: options)
            if played == nil, let failure = failures.first { throw failure.error }
            return
        }
        var waiting = options
        if location.scheme != "file" { waiting.patience = Self.patience }
        do {
            _ = try await manager.initiatePlayback(of: .location(location), with: waiting)
        } catch let error where location.scheme != "file" {
            // An address without sound may be that of a feed.
            guard (try? await podcasts.subscribe(to: location.uri)) != nil else { throw error }
        }
    }

    private func take(_ address: OpenedAddress) async throws {
        switch address {
        case .play: break
        case .subscribe(let uri): _ = try await podcasts.subscribe(to: uri)
        case .importFeeds(let location):
            let path = String(decoding: location.filePath ?? [], as: UTF8.self)
            let bytes = try await BlockingExecutor(label: "oncue.open").runThrowing { () throws(WholeFile.Failure) in
                try WholeFile.read(path, limit: Self.listLimit)
            }
            guard let bytes else { throw ContentError(.notFound, "there is no file \(path)") }
            _ = try await podcasts.importOPML(String(decoding: bytes, as: UTF8.self))
        }
    }
}
