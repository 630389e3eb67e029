// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueSuggestions
internal import SQLite

/// Reads and writes `suggestions.sqlite`; must be used on the thread that owns the connection.
struct DonationRows {
    let connection: Connection

    // MARK: Writing

    /// Appends all donations, or none if one fails.
    func append(_ donations: [LoggedDonation]) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for logged in donations { try append(logged) }
        }
    }

    private func append(_ logged: LoggedDonation) throws(SQLiteError) {
        let donation = logged.donation
        let item = try number(of: donation.item)
        let program = try number(of: logged.origin?.program)
        let (moment, choice) = (try numbers(donation.moment), try numbers(donation.choice))
        let row = try connection.cached(
            """
            INSERT INTO donations (kind, item, time, hour, weekday, place, cause, device, open, choice_time, choice_hour,
                choice_weekday, choice_place, choice_cause, choice_device, program, program_key, register)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, lower(hex(randomblob(8))))
            """)
        row.bind(1, donation.kind.rawValue)
        row.bind(2, item)
        bind(donation.moment, moment, to: row, from: 3)
        row.bind(9, donation.isOpen)
        bind(donation.choice, choice, to: row, from: 10)
        row.bind(16, program)
        row.bind(17, logged.origin?.identifier)
        try row.run()
    }

    private typealias Around = (place: Int64?, trigger: Int64?, device: Int64?)

    private func numbers(_ moment: Moment?) throws(SQLiteError) -> Around {
        (try number(of: moment?.place), try number(of: moment?.trigger), try number(of: moment?.device))
    }

    private func bind(_ moment: Moment?, _ around: Around, to row: Statement, from first: Int32) {
        row.bind(first, moment?.time)
        row.bind(first + 1, moment?.hour)
        row.bind(first + 2, moment?.weekday)
        row.bind(first + 3, around.place)
        row.bind(first + 4, around.trigger)
        row.bind(first + 5, around.device)
    }

    private func number(of name: String?) throws(SQLiteError) -> Int64? {
        guard let name else { return nil }
        let known = try connection.cached("SELECT id FROM names WHERE name = ?")
        known.bind(1, name)
        if let number = try known.integers().first { return number }
        let new = try connection.cached("INSERT INTO names (name) VALUES (?) RETURNING id")
        new.bind(1, name)
        return try new.integers().first
    }

    func markOpen(_ item: String) throws(SQLiteError) {
        let row = try connection.cached(
            """
            UPDATE donations SET open = 1, is_entered = 0
            WHERE open = 0 AND id = (SELECT max(id) FROM donations WHERE kind = 'played' AND program IS NULL)
                AND item = (SELECT id FROM names WHERE name = ?)
            """)
        row.bind(1, item)
        try row.run()
    }

    /// - Complexity: O(donations of programs).
    func donatedCount() throws(SQLiteError) -> Int {
        try connection.cached("SELECT count(*) FROM donations WHERE program IS NOT NULL").integers().first.map(Int.init)
            ?? 0
    }

    // MARK: Forgetting

    /// Forgets a part.
    ///
    /// - Returns: The number of donations removed.
    func forget(_ part: LearntPart) throws(SQLiteError) -> Int {
        try connection.transaction { () throws(SQLiteError) in
            let count = try delete(part)
            try connection.execute(
                """
                DELETE FROM names WHERE id NOT IN (
                    SELECT item FROM donations
                    UNION SELECT place FROM donations WHERE place IS NOT NULL
                    UNION SELECT cause FROM donations WHERE cause IS NOT NULL
                    UNION SELECT device FROM donations WHERE device IS NOT NULL
                    UNION SELECT choice_place FROM donations WHERE choice_place IS NOT NULL
                    UNION SELECT choice_cause FROM donations WHERE choice_cause IS NOT NULL
                    UNION SELECT choice_device FROM donations WHERE choice_device IS NOT NULL
                    UNION SELECT program FROM donations WHERE program IS NOT NULL)
                """)
            return count
        }
    }

    private func delete(_ part: LearntPart) throws(SQLiteError) -> Int {
        switch part {
        case .item(let item): return try delete(where: "item = \(Self.named)", [item])
        case .items(let items):
            var count = 0
            for item in items { count += try delete(where: "item = \(Self.named)", [item]) }
            return count
        case .beginning(let start):
            return try delete(
                where: "item IN (SELECT id FROM names WHERE substr(name, 1, length(?1)) = ?1)", [start])
        case .device(let name):
            return try delete(where: "device = \(Self.named) OR choice_device = \(Self.named)", [name, name])
        case .place(let name):
            return try delete(where: "place = \(Self.named) OR choice_place = \(Self.named)", [name, name])
        case .donated(let program, let identifiers) where identifiers.isEmpty:
            return try delete(where: "program = \(Self.named)", [program])
        case .donated(let program, let identifiers):
            var count = 0
            for identifier in identifiers {
                count += try delete(where: "program = \(Self.named) AND program_key = ?", [program, identifier])
            }
            return count
        case .everything: return try delete(where: "1", [])
        }
    }

    private static let named = "(SELECT id FROM names WHERE name = ?)"

    private func delete(where condition: String, _ names: [String]) throws(SQLiteError) -> Int {
        let row = try connection.cached(text: "DELETE FROM donations WHERE \(condition) RETURNING id")
        for (index, name) in names.enumerated() { row.bind(Int32(index + 1), name) }
        return try row.integers().count
    }

    // MARK: Reading

    private static let selection = """
        SELECT d.kind, i.name, d.time, d.hour, d.weekday, p.name, c.name, v.name, d.open, d.choice_time,
            d.choice_hour, d.choice_weekday, cp.name, cc.name, cv.name, g.name, d.program_key, d.register
        FROM donations d
            JOIN names i ON i.id = d.item
            LEFT JOIN names p ON p.id = d.place
            LEFT JOIN names c ON c.id = d.cause
            LEFT JOIN names v ON v.id = d.device
            LEFT JOIN names cp ON cp.id = d.choice_place
            LEFT JOIN names cc ON cc.id = d.choice_cause
            LEFT JOIN names cv ON cv.id = d.choice_device
            LEFT JOIN names g ON g.id = d.program
        """

    func count() throws(SQLiteError) -> Int {
        try connection.cached("SELECT count(*) FROM donations").integers().first.map(Int.init) ?? 0
    }

    /// Returns donations, the oldest first.
    func donations(offset: Int, limit: Int) throws(SQLiteError) -> [LoggedDonation] {
        let row = try connection.cached(text: Self.selection + " ORDER BY d.id LIMIT ? OFFSET ?")
        row.bind(1, limit)
        row.bind(2, offset)
        var donations: [LoggedDonation] = []
        // A donation of a kind that only a newer program knows is ignored.
        try row.eachRow { (row) in if let donation = Self.donation(row) { donations.append(donation) } }
        return donations
    }

    // MARK: For paired machines

    /// Returns those of some registers that belong to donations here.
    func known(_ registers: [String]) throws(SQLiteError) -> Set<String> {
        let row = try connection.cached(
            "SELECT register FROM donations WHERE register IN (SELECT value FROM json_each(?))")
        row.bind(1, JSONValue.array(registers.map { .string($0) }).text())
        return Set(try row.all { $0.text(0) })
    }

    /// Returns donations of this machine that are not entered in its log in their current form, the oldest first.
    func toEnter(limit: Int) throws(SQLiteError) -> [DonationToEnter] {
        let row = try connection.cached(
            text: Self.selection
                + " WHERE d.is_entered = 0 AND d.program IS NULL AND d.register IS NOT NULL ORDER BY d.id LIMIT ?")
        row.bind(1, limit)
        return try row.all { row in DonationToEnter(register: row.text(17), donation: Self.donation(row)?.donation) }
    }

    /// Notes that donations are entered, except those that have changed meanwhile.
    func noteEntered(_ entered: [DonationToEnter]) throws(SQLiteError) {
        for entered in entered {
            let row = try connection.cached("UPDATE donations SET is_entered = 1 WHERE register = ? AND open <= ?")
            row.bind(1, entered.register)
            row.bind(2, entered.donation?.isOpen ?? true)
            try row.run()
        }
    }

    private static func donation(_ row: Statement) -> LoggedDonation? {
        guard let kind = Donation.Kind(rawValue: row.text(0)) else { return nil }
        let choice = row.optionalDouble(9).map { _ in moment(row, from: 9) }
        let donation = Donation(
            kind, row.text(1), at: moment(row, from: 2), isOpen: row.integer(8) != 0, choice: choice)
        let origin = row.optionalText(15).map {
            LoggedDonation.Origin(program: $0, identifier: row.optionalText(16) ?? "")
        }
        return LoggedDonation(donation, from: origin)
    }

    private static func moment(_ row: Statement, from first: Int32) -> Moment {
        Moment(
            time: row.double(first), hour: row.double(first + 1), weekday: row.int(first + 2),
            place: row.optionalText(first + 3), trigger: row.optionalText(first + 4),
            device: row.optionalText(first + 5))
    }

    // MARK: State

    func state() throws(SQLiteError) -> String? {
        try connection.cached("SELECT json FROM state").first { $0.text(0) }
    }

    func save(_ state: String) throws(SQLiteError) {
        let row = try connection.cached(
            "INSERT INTO state (id, json) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json")
        row.bind(1, state)
        try row.run()
    }
}
