// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// Shows the content tree to televisions through Rygel, while that is enabled: Rygel searches for names on the session
/// bus, and makes each of them a media server.
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
    private let patience: Duration
    private let log = Logger("dlna")
    private var isWanted = false
    private var shown: Shown?
    private var change: Task<Void, Never>?
    private var again: Task<Void, Never>?
    /// Another program has the name.
    private var isTaken = false

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - gathering: The time between two notices of changes.
    ///   - patience: The time that Rygel may take to query a new name on the bus.
    package init(
        bus: MessageBus, source: any ContentSource, artwork: any ArtworkProviding, gathering: Duration = .seconds(2),
        patience: Duration = .seconds(15)
    ) {
        (self.bus, self.source, self.artwork, self.gathering) = (bus, source, artwork, gathering)
        self.patience = patience
    }

    /// Starts or stops showing the tree; returns before that is done.
    package func set(_ isOn: Bool) {
        isWanted = isOn
        if !isOn { isTaken = false }
        guard change == nil, isOn != (shown != nil) else { return }
        change = Task { @MediaActor [weak self] in
            while let self, self.isWanted != (self.shown != nil) {
                if self.isWanted { await self.show() } else { await self.hide() }
            }
            self?.change = nil
        }
    }

    /// Stops showing the tree, and returns when that is done.
    package func close() async {
        isWanted = false
        await change?.value
        if shown != nil { await hide() }
    }

    /// Exports the tree, and then acquires the name, since Rygel queries the tree at once.
    private func show() async {
        do throws(BusError) {
            let tree = TelevisionTree(source: source, artwork: artwork, gathering: gathering)
            let export = try bus.export(tree, at: MediaObjectPath.root)
            tree.onUpdate = { [weak export] container in
                export?.emit("Updated", of: MediaInterface.container, at: MediaObjectPath.node(of: container))
            }
            isTaken = try await bus.requestName(MediaObjectPath.busName) != .owned
            guard !isTaken else {
                log.warning("another program has the name for televisions", ["bus.name": MediaObjectPath.busName])
                isWanted = false
                return
            }
            shown = Shown(tree: tree, export: export)
            log.info("shown to televisions, where Rygel runs")
            again = Task { @MediaActor [weak self] in await self?.showAgain() }
        } catch {
            log.warning("cannot be shown to televisions", ["error": error.message])
            isWanted = false
        }
    }

    /// While Rygel starts, it misses names that appear after its search for names and before it is notified of new
    /// ones. In that case the name is released and acquired again.
    private func showAgain() async {
        guard (try? await bus.owner(of: Self.rygel)) != nil,
            (try? await MediaActor.sleep(for: patience)) != nil, let shown, !shown.tree.isAsked
        else { return }
        log.debug("Rygel has not asked; the name comes again")
        _ = try? await bus.releaseName(MediaObjectPath.busName)
        guard !Task.isCancelled else { return }
        _ = try? await bus.requestName(MediaObjectPath.busName)
    }

    private static let rygel = "org.gnome.Rygel1"

    private func hide() async {
        again?.cancel()
        await again?.value
        again = nil
        // An error means that the bus has ended, and the name with it.
        _ = try? await bus.releaseName(MediaObjectPath.busName)
        shown = nil
        log.info("not shown to televisions any longer")
    }
}

// MARK: Health

extension TelevisionExport: HealthProbing {
    package nonisolated var name: String { "televisions" }

    /// Returns the check of the export; none while it is off.
    package func checks() async -> [HealthCheck] {
        guard shown != nil || isTaken else { return [] }
        let off = "or switch it off with: oncue config set dlna.export off"
        guard !isTaken else {
            return [
                HealthCheck(
                    name, .failed, "another program on the session bus is \(MediaObjectPath.busName)",
                    advice: "end that program, then: oncue quit")
            ]
        }
        do throws(BusError) {
            if try await bus.owner(of: Self.rygel) != nil {
                guard let shown, !shown.tree.isAsked else {
                    return [HealthCheck(name, .ok, "Rygel shows OnCue in the network")]
                }
                return [
                    HealthCheck(
                        name, .warning, "Rygel runs, but has not asked for OnCue",
                        advice:
                            "see that ~/.config/rygel.conf does not disable its plug-in External, then restart Rygel")
                ]
            }
        } catch {
            return [HealthCheck(name, .warning, "the bus does not say whether Rygel runs: \(error.message)")]
        }
        guard await bus.canStart(Self.rygel) else {
            return [
                HealthCheck(
                    name, .warning, "Rygel is not installed, so televisions see nothing",
                    advice: "sudo apt install rygel; \(off)")
            ]
        }
        return [
            HealthCheck(
                name, .warning, "Rygel does not run, so televisions see nothing",
                advice: "systemctl --user enable --now rygel, or rygel where there is no systemd; \(off)")
        ]
    }
}
