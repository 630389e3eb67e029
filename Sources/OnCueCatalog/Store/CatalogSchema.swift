// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import SQLite

/// The schema of `catalog.sqlite` and the settings of its connections.
package enum CatalogSchema {
    package static let migrator = Migrator([
        M0001CreateTables.migration, M0002AddListeningAndComposers.migration, M0003RememberVanishedTracks.migration,
        M0004SearchByField.migration, M0005TryAgain.migration, M0006DivideMedia.migration,
        M0007RememberFormerPlaces.migration, M0008SayReasonsOnly.migration,
        M0009KeepStars.migration,
    ])

    /// Page caches are small so that a large library does not make the daemon large; the system caches the file anyway.
    ///
    /// The writer has room for the pages of one transaction; those that do not fit are written more than once.
    static let writerSettings = """
        PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 4194304;
        PRAGMA wal_autocheckpoint = 4000
        """
    static let readerSettings = "PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY; PRAGMA query_only = 1"
}
