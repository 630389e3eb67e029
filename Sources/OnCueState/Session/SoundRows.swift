// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Reads and writes the sound settings, which are in the same file as the saved session.
struct SoundRows {
    let connection: Connection

    // MARK: Writing

    func keep(_ change: SavedSound.Change) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            switch change {
            case .preferences(let preferences): try write(preferences)
            case .rate(let item, let rate): try write(rate, of: item)
            case .volume(let output, let volume): try write(volume, of: output)
            case .sleep(let sleep): try write(sleep)
            }
        }
    }

    private func write(_ preferences: SoundPreferences) throws(SQLiteError) {
        let settings = preferences.settings
        let row = try connection.cached(
            """
            INSERT OR REPLACE INTO sound (id, loudness, preamp, prevents_clipping, crossfade, fade, equalizer,
                skips_silence, volume_cap)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, settings.loudness.rawValue)
        row.bind(2, settings.preamp)
        row.bind(3, settings.preventsClipping)
        row.bind(4, settings.crossfade.wholeMicroseconds)
        row.bind(5, settings.fade.wholeMicroseconds)
        row.bind(6, settings.equalizer.map { String($0) }.joined(separator: " "))
        row.bind(7, settings.skipsSilence)
        row.bind(8, preferences.volumeCap)
        try row.run()
    }

    private func write(_ rate: Double, of item: ContentIdentifier) throws(SQLiteError) {
        guard rate != 1 else {
            let row = try connection.cached("DELETE FROM rates WHERE item = ?")
            row.bind(1, item.description)
            return try row.run()
        }
        let row = try connection.cached("INSERT OR REPLACE INTO rates (item, rate) VALUES (?, ?)")
        row.bind(1, item.description)
        row.bind(2, rate)
        try row.run()
    }

    private func write(_ volume: Double, of output: String) throws(SQLiteError) {
        let row = try connection.cached("INSERT OR REPLACE INTO output_volumes (output, volume) VALUES (?, ?)")
        row.bind(1, output)
        row.bind(2, volume)
        try row.run()
    }

    private func write(_ sleep: SavedSleep?) throws(SQLiteError) {
        try connection.cached("DELETE FROM sleep").run()
        guard let sleep else { return }
        let row = try connection.cached("INSERT INTO sleep (id, kind, ends) VALUES (1, ?, ?)")
        row.bind(1, sleep.mode.rawValue)
        row.bind(2, sleep.time)
        try row.run()
    }

    // MARK: Reading

    func load() throws(SQLiteError) -> SavedSound {
        try connection.transaction(.deferred) { () throws(SQLiteError) in
            SavedSound(preferences: try preferences(), rates: try rates(), volumes: try volumes(), sleep: try sleep())
        }
    }

    /// Returns the preferences, with the defaults in place of invalid values.
    private func preferences() throws(SQLiteError) -> SoundPreferences {
        let query = try connection.cached(
            """
            SELECT loudness, preamp, prevents_clipping, crossfade, fade, equalizer, skips_silence, volume_cap FROM sound
            """)
        let found = try query.first { (row) throws(SQLiteError) in
            SoundPreferences(
                settings: SoundSettings(
                    loudness: SoundSettings.LoudnessMode(rawValue: row.text(0)) ?? .auto, preamp: row.double(1),
                    preventsClipping: row.integer(2) != 0, crossfade: .microseconds(row.integer(3)),
                    fade: .microseconds(row.integer(4)), equalizer: Self.gains(row.text(5)),
                    skipsSilence: row.integer(6) != 0),
                volumeCap: row.double(7))
        }
        guard let found, (try? found.check()) != nil else { return SoundPreferences() }
        return found
    }

    private static func gains(_ text: String) -> [Double] { text.split(separator: " ").compactMap { Double($0) } }

    private func rates() throws(SQLiteError) -> [ContentIdentifier: Double] {
        var rates: [ContentIdentifier: Double] = [:]
        try connection.cached("SELECT item, rate FROM rates").eachRow { (row) throws(SQLiteError) in
            guard let item = ContentIdentifier(row.text(0)) else { return }
            rates[item] = row.double(1)
        }
        return rates
    }

    private func volumes() throws(SQLiteError) -> [String: Double] {
        var volumes: [String: Double] = [:]
        try connection.cached("SELECT output, volume FROM output_volumes").eachRow { (row) throws(SQLiteError) in
            volumes[row.text(0)] = min(max(row.double(1), 0), 1)
        }
        return volumes
    }

    private func sleep() throws(SQLiteError) -> SavedSleep? {
        let query = try connection.cached("SELECT kind, ends FROM sleep")
        return try query.first { (row) throws(SQLiteError) -> SavedSleep? in
            SleepMode(rawValue: row.text(0)).flatMap { SavedSleep($0, row.optionalInteger(1)) }
        } ?? nil
    }
}
