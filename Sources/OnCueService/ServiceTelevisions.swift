// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import TelevisionExport

extension ServiceParts {
    /// Creates the export to televisions, as set in the configuration.
    ///
    /// - Parameter bus: The session bus.
    func makeTelevisions(_ settings: Configuration, on bus: MessageBus) -> TelevisionExport {
        let televisions = TelevisionExport(bus: bus, source: content, artwork: artwork)
        televisions.set(settings.isShownToTelevisions)
        return televisions
    }
}
