// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// Informs a manager about the display of its content in the service, and about its playing items.
@MediaActor
final class EndpointWatch {
    private static let properties = "org.freedesktop.DBus.Properties"

    private let manager: PlayableContentManager
    private let bus: MessageBus
    private var subscription: BusSubscription?
    private var context = PlayableContentManagerContext(isEndpointAvailable: false)

    init(_ manager: PlayableContentManager, on bus: MessageBus) {
        self.manager = manager
        self.bus = bus
    }

    /// Updates the context after the service has come or gone.
    func update(isShown: Bool) async {
        context = PlayableContentManagerContext(isEndpointAvailable: isShown)
        guard isShown else {
            subscription = nil
            await manager.update(nowPlaying: [])
            return await manager.update(context)
        }
        subscription = bus.subscribe(
            sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: Self.properties,
            member: "PropertiesChanged", firstArgument: ServiceNames.playableContent
        ) { [weak self] signal in
            guard let self, let values = signal.arguments.dropFirst().first?.dictionaryValue else { return }
            Task { await self.note(values) }
        }
        let reply = try? await bus.call(
            "GetAll", of: Self.properties, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.string(ServiceNames.playableContent)], startsService: false)
        await note(reply?.first?.dictionaryValue ?? [:])
        await manager.update(context)
    }

    private func note(_ values: [String: BusValue]) async {
        if let limits = values["Context"]?.dictionaryValue {
            context.contentLimitsEnforced = limits["contentLimitsEnforced"]?.boolValue ?? false
            context.enforcedItemsCount = limits["enforcedItemsCount"]?.intValue ?? 0
            context.enforcedTreeDepth = limits["enforcedTreeDepth"]?.intValue ?? 0
            await manager.update(context)
        }
        if let identifiers = values["NowPlayingIdentifiers"]?.stringsValue {
            await manager.update(nowPlaying: identifiers.compactMap(own))
        }
    }

    /// Returns this program's own identifier of an item, empty for its top; `nil` for items of other programs.
    private func own(_ identifier: String) -> String? {
        if identifier == "provider:" + manager.busName { return "" }
        let prefix = "provided:" + manager.busName + "/"
        guard identifier.hasPrefix(prefix) else { return nil }
        return String(decoding: PercentEncoding.decode(identifier.dropFirst(prefix.count).utf8), as: UTF8.self)
    }
}
