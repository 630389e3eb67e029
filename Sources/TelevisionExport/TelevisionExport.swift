// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime
package import OnCueSession

/// Shows the content tree to televisions, through Rygel, while that is wanted: Rygel looks for names on the session
/// bus, and makes a media server of each.
@MediaActor
package final class TelevisionExport {
    private struct Shown {
        var tree: TelevisionTree
        var export: BusTree
    }

    private let bus: MessageBus
    private let source: any ContentSource
    private let artwork: any ArtworkProviding
    private let gathering: Duration
    private let log = Logger("dlna")
    private var isWanted = false
    private var shown: Shown?
    private var change: Task<Void, Never>?

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - gathering: The time between two notices of changes.
    package init(
        bus: MessageBus, source: any ContentSource, artwork: any ArtworkProviding, gathering: Duration = .seconds(2)
    ) {
        (self.bus, self.source, self.artwork, self.gathering) = (bus, source, artwork, gathering)
    }

    /// Begins or ends to show the tree; returns before that is done.
    package func set(_ isOn: Bool) {
        isWanted = isOn
        guard change == nil, isOn != (shown != nil) else { return }
        change = Task { @MediaActor [weak self] in
            while let self, self.isWanted != (self.shown != nil) {
                if self.isWanted { await self.show() } else { await self.hide() }
            }
            self?.change = nil
        }
    }

    /// Ends to show the tree, and returns when that is done.
    package func close() async {
        isWanted = false
        await change?.value
        if shown != nil { await hide() }
    }

    /// The tree is exported before the name is there: Rygel asks at once.
    private func show() async {
        do throws(BusError) {
            let tree = TelevisionTree(source: source, artwork: artwork, gathering: gathering)
            let export = try bus.export(tree, at: MediaObjectPath.root)
            tree.onUpdate = { [weak export] container in
                export?.emit("Updated", of: MediaInterface.container, at: MediaObjectPath.node(of: container))
            }
            guard try await bus.requestName(MediaObjectPath.busName) == .owned else {
                log.warning("another program has the name for televisions", ["bus.name": MediaObjectPath.busName])
                isWanted = false
                return
            }
            shown = Shown(tree: tree, export: export)
            log.info("shown to televisions, where Rygel runs")
        } catch {
            log.warning("cannot be shown to televisions", ["error": error.message])
            isWanted = false
        }
    }

    private func hide() async {
        // An error means that the bus has ended, and the name with it.
        _ = try? await bus.releaseName(MediaObjectPath.busName)
        shown = nil
        log.info("not shown to televisions any longer")
    }
}
