// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime

/// OnCue in the searches of desktops, exported during the lifetime of this object.
@MediaActor
package final class DesktopSearchObject {
    private let exports: [BusExport]

    /// - Throws: ``BusError`` if one of the paths is already in use.
    package init(
        on bus: MessageBus, _ shell: ShellSearchProvider, _ krunner: KRunnerInterface
    ) throws(BusError) {
        exports = [
            try bus.export(shell, at: ShellSearchProvider.path), try bus.export(krunner, at: KRunnerInterface.path),
        ]
    }
}
