// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime

/// OnCue in the searches of desktops, exported as long as this lives.
@MediaActor
package final class DesktopSearchObject {
    private let exports: [BusExport]

    /// - Throws: ``BusError`` if something is exported at one of the paths already.
    package init(
        on bus: MessageBus, _ shell: ShellSearchProvider, _ krunner: KRunnerInterface
    ) throws(BusError) {
        exports = [
            try bus.export(shell, at: ShellSearchProvider.path), try bus.export(krunner, at: KRunnerInterface.path),
        ]
    }
}
