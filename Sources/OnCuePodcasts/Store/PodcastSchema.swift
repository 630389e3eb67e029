// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The tables of `podcasts.sqlite`. A migration that has been released never changes.
enum PodcastSchema {
    static let migrator = Migrator([
        Migration(number: 1, sql: first), Migration(number: 2, sql: second), Migration(number: 3, sql: third),
        Migration(number: 4, sql: fourth), Migration(number: 5, sql: fifth), Migration(number: 6, sql: sixth),
        Migration(number: 7, sql: seventh), Migration(number: 8, sql: eighth),
    ])

    private static let first = """
        CREATE TABLE tree (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL
        );
        INSERT INTO tree (id, revision) VALUES (1, 1);
        CREATE TABLE podcasts (
            key INTEGER PRIMARY KEY,
            address TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            folded TEXT NOT NULL,
            sort TEXT NOT NULL,
            author TEXT NOT NULL DEFAULT '',
            summary TEXT NOT NULL DEFAULT '',
            image TEXT,
            is_explicit INTEGER NOT NULL DEFAULT 0,
            tag TEXT,
            modified TEXT,
            refreshed INTEGER,
            due INTEGER NOT NULL DEFAULT 0,
            failures INTEGER NOT NULL DEFAULT 0,
            failure TEXT,
            is_ended INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX podcasts_by_title ON podcasts (sort, key);
        CREATE TABLE episodes (
            key INTEGER PRIMARY KEY,
            podcast INTEGER NOT NULL REFERENCES podcasts (key) ON DELETE CASCADE,
            address TEXT NOT NULL,
            type TEXT NOT NULL,
            length INTEGER,
            title TEXT NOT NULL,
            folded TEXT NOT NULL,
            summary TEXT NOT NULL,
            published INTEGER NOT NULL,
            is_dated INTEGER NOT NULL,
            duration INTEGER,
            image TEXT,
            season INTEGER,
            number INTEGER,
            kind TEXT NOT NULL,
            is_explicit INTEGER,
            chapters_address TEXT,
            is_listed INTEGER NOT NULL DEFAULT 1,
            file TEXT,
            partial_tag TEXT
        );
        CREATE INDEX episodes_by_date ON episodes (podcast, published DESC, key);
        CREATE INDEX episodes_by_file ON episodes (file) WHERE file IS NOT NULL;
        CREATE INDEX episodes_by_address ON episodes (address);
        CREATE TABLE chapters (
            episode INTEGER NOT NULL REFERENCES episodes (key) ON DELETE CASCADE,
            start INTEGER NOT NULL,
            title TEXT NOT NULL,
            PRIMARY KEY (episode, start)
        ) WITHOUT ROWID;
        """

    /// Podcasts that were removed and can be restored, with the columns of the tables from which they came: a column
    /// added to one of those must be added here as well, at the same position.
    private static let second = """
        CREATE TABLE trash (
            podcast INTEGER PRIMARY KEY,
            removed INTEGER NOT NULL
        );
        CREATE TABLE trashed_podcasts AS SELECT * FROM podcasts WHERE 0;
        CREATE TABLE trashed_episodes AS SELECT * FROM episodes WHERE 0;
        CREATE TABLE trashed_chapters AS SELECT * FROM chapters WHERE 0;
        """

    /// Settings of podcasts, which they keep in the trash, and the treatment of episodes by automatic downloads.
    private static let third = """
        CREATE TABLE settings (
            podcast INTEGER PRIMARY KEY,
            latest INTEGER NOT NULL,
            removal INTEGER,
            intro INTEGER NOT NULL,
            outro INTEGER NOT NULL,
            is_oldest_first INTEGER NOT NULL,
            notifies INTEGER NOT NULL
        );
        ALTER TABLE episodes ADD COLUMN upkeep INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE episodes ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE trashed_episodes ADD COLUMN upkeep INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE trashed_episodes ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX episodes_by_upkeep ON episodes (podcast) WHERE upkeep = 1;
        """

    /// The locations of podcasts and episodes in the world: a name, and degrees if they are known.
    private static let fourth = """
        ALTER TABLE podcasts ADD COLUMN place TEXT;
        ALTER TABLE podcasts ADD COLUMN latitude REAL;
        ALTER TABLE podcasts ADD COLUMN longitude REAL;
        ALTER TABLE episodes ADD COLUMN place TEXT;
        ALTER TABLE episodes ADD COLUMN latitude REAL;
        ALTER TABLE episodes ADD COLUMN longitude REAL;
        ALTER TABLE trashed_podcasts ADD COLUMN place TEXT;
        ALTER TABLE trashed_podcasts ADD COLUMN latitude REAL;
        ALTER TABLE trashed_podcasts ADD COLUMN longitude REAL;
        ALTER TABLE trashed_episodes ADD COLUMN place TEXT;
        ALTER TABLE trashed_episodes ADD COLUMN latitude REAL;
        ALTER TABLE trashed_episodes ADD COLUMN longitude REAL;
        CREATE INDEX episodes_by_position ON episodes (latitude, longitude) WHERE latitude IS NOT NULL;
        """

    /// The appearance of episodes (the last refresh without an episode, and the first with it), the time and the reason
    /// of the next refresh, and the wishes of the publisher: seconds, and hours and days as bits.
    private static let fifth = """
        ALTER TABLE episodes ADD COLUMN unseen INTEGER;
        ALTER TABLE episodes ADD COLUMN seen INTEGER;
        ALTER TABLE trashed_episodes ADD COLUMN unseen INTEGER;
        ALTER TABLE trashed_episodes ADD COLUMN seen INTEGER;
        ALTER TABLE podcasts ADD COLUMN reason TEXT;
        ALTER TABLE podcasts ADD COLUMN expected INTEGER;
        ALTER TABLE podcasts ADD COLUMN ttl INTEGER;
        ALTER TABLE podcasts ADD COLUMN skipped_hours INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE podcasts ADD COLUMN skipped_days INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE trashed_podcasts ADD COLUMN reason TEXT;
        ALTER TABLE trashed_podcasts ADD COLUMN expected INTEGER;
        ALTER TABLE trashed_podcasts ADD COLUMN ttl INTEGER;
        ALTER TABLE trashed_podcasts ADD COLUMN skipped_hours INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE trashed_podcasts ADD COLUMN skipped_days INTEGER NOT NULL DEFAULT 0;
        """

    /// A location may have only a name.
    private static let sixth = """
        DROP INDEX episodes_by_position;
        CREATE INDEX episodes_by_place ON episodes (published DESC, key) WHERE place IS NOT NULL;
        """

    /// The time since which the feed fails.
    private static let seventh = """
        ALTER TABLE podcasts ADD COLUMN failing_since INTEGER;
        ALTER TABLE trashed_podcasts ADD COLUMN failing_since INTEGER;
        """

    /// The user's changes to subscriptions, kept until other machines have received them.
    private static let eighth = """
        CREATE TABLE subscription_edits (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            podcast INTEGER NOT NULL UNIQUE,
            title TEXT NOT NULL,
            address TEXT NOT NULL,
            is_on INTEGER NOT NULL,
            time INTEGER NOT NULL
        );
        """
}
