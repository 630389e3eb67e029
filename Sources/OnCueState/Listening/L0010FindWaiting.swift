// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// An index of the entries that wait for items that are not here, which makes it possible to find them without reading
/// everything that came from other machines.
enum L0010FindWaiting {
    static let migration = Migration(
        number: 10,
        sql: "CREATE INDEX shared_waiting ON shared (item) WHERE item IS NOT NULL AND identifier IS NULL;")
}
