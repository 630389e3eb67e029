// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueProviders
internal import OnCueRuntime
internal import OnCueSession

/// Tasks: the part that performs them here, the programs that perform others, and the questions about them.
@MediaActor
final class IntentParts {
    let desk: IntentDesk
    private let link: IntentLink
    private let asker: IntentAsker
    private let keys: GlobalShortcuts

    /// Exports the interface, and arranges for donations of intents to be stored as activities.
    ///
    /// - Throws: ``BusError`` if it cannot be exported.
    init(
        _ doors: IntentDoors, _ directories: UserDirectories, center: NotificationCoordinator,
        activities: ActivityCenter, suggestions: SuggestionCenter, portal: DesktopPortal,
        isLocked: @escaping @MediaActor () -> Bool,
        _ exports: ServiceExports,
        on bus: MessageBus
    ) async throws(BusError) {
        let folders = ([directories.data] + directories.sharedData).map { $0 + "/intents" }
        link = IntentLink(bus: bus, folders: folders)
        await link.begin()
        let desk = IntentDesk(
            doors, programs: link, shortcuts: ShortcutFile(path: directories.configuration + "/shortcuts.json"),
            isLocked: isLocked)
        self.desk = desk
        let asker = IntentAsker(center: center) { try await desk.perform($0) }
        self.asker = asker
        activities.intents = link
        activities.performing = { [weak asker] request in
            guard let asker else { throw CancellationError() }
            return try await asker.carryOut(request)
        }
        activities.hasShortcut = { [weak desk] in await desk?.hasShortcut($0) ?? false }
        let cues = CueKeeper { [weak asker] in await asker?.runShortcut($0) ?? false }
        suggestions.cues = cues
        desk.unattended = { [weak asker] in
            guard let asker else { throw CancellationError() }
            return try await asker.carryOut($0)
        }
        let keys = GlobalShortcuts(portal: portal)
        self.keys = keys
        keys.onPressed = { [weak asker] name in Task { @MediaActor in _ = await asker?.runShortcut(name) } }
        desk.boundKeys = { [weak keys] in keys?.bound ?? [:] }
        let menu = ShortcutMenu(data: directories.data.split(separator: "/").dropLast().map { "/" + $0 }.joined())
        func follow(_ desk: IntentDesk) async {
            // If the shortcuts cannot be read, the keys and the menu stay as they are.
            guard let shortcuts = try? await desk.shortcuts() else { return }
            keys.set(
                shortcuts.filter { !$0.key.isEmpty }.map {
                    GlobalShortcuts.Wish($0.name, title: $0.name, trigger: $0.key)
                })
            await menu.set(shortcuts)
        }
        var changes = 0
        desk.onChange = { [weak desk] in
            guard let desk else { return }
            changes += 1
            let number = changes
            // The cues read for an earlier change may arrive later.
            let kept = await desk.keptCues()
            guard number == changes else { return }
            cues.set(kept)
            await follow(desk)
        }
        desk.runs.listen { [weak suggestions] in suggestions?.noteUse(of: ShortcutItem.identifier(of: $0)) }
        desk.onRemoval = { [weak suggestions] name in
            do throws(ContentError) {
                try await suggestions?.forgetActivities(.some([ShortcutItem.identifier(of: name)]))
            } catch {
                Logger("intents").warning("cannot forget a shortcut that is gone", ["error": error.message])
            }
        }
        cues.set(await desk.keptCues())
        Task { @MediaActor in await follow(desk) }
        try exports.add(desk)
    }
}
