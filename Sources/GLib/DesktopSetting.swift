// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
package import OnCueRuntime

/// A setting of the desktop that is on or off (GSettings), for as long as this object exists.
///
/// Its file is mapped into memory, so reading it is cheap; the desktop reports changes.
@MediaActor
@safe
package final class DesktopSetting {
    private let settings: UnsafeMutablePointer<GSettings>
    private let key: String

    /// - Returns: `nil` if the desktop has no such setting.
    package init?(_ key: String, of schema: String) {
        guard let source = unsafe g_settings_schema_source_get_default(),
            let found = unsafe g_settings_schema_source_lookup(source, schema, 1)
        else { return nil }
        defer { unsafe g_settings_schema_unref(found) }
        // GLib ends the process when a missing setting is requested.
        guard unsafe g_settings_schema_has_key(found, key) != 0,
            let settings = unsafe g_settings_new_full(found, nil, nil)
        else { return nil }
        unsafe self.settings = unsafe settings
        self.key = key
    }

    isolated deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(settings))
    }

    package var isOn: Bool { unsafe g_settings_get_boolean(settings, key) != 0 }
}
