// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue page`
enum PageCommand {
    static let command = Command(
        CommandDefinition(
            "page", group: "Looking", summary: "Show the podcasts, sounds, stations and concerts of a web page.",
            discussion: """
                Reads what the page describes in JSON-LD, microdata, RDFa, OpenGraph, links and audio elements. oncue play, \
                oncue podcast add and oncue radio add take the address of such a page, too.

                JSON: address, title, picture, podcasts [title, author, feed, page, picture], episodes [title, podcast, \
                date, duration (seconds), number, audio, page, picture], albums [title, artist, date, tracks (as \
                recordings), page, picture], recordings [title, artist, album, duration, isrc, audio, page, picture], \
                stations [title, stream, page, picture, frequency, location], audio [address, title, type, duration], events [title, performers [name, links], \
                start, end, doors, status (scheduled, cancelled, postponed, rescheduled or online), location, tickets, \
                page], locations. A location has name, street, postalCode, city, region, country, latitude, longitude, \
                telephones, navigation, calls.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("URL", kind: "an address", expected: "http://... or https://..."),
                    description: "The address of the page. \(AddressWord.note)")
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue page https://example.org/tour", "Show the concerts of a tour."),
                DocumentedTerm("oncue page https://example.org/show --json", "Get it for a program."),
            ])
    ) { parsed, context in
        let page = try await context.service.page(at: AddressWord.text(try parsed.required("URL"), context))
        if parsed.has("json") { return context.console.write(page.json) }
        if !page.title.isEmpty { context.console.write(lines: [TextLayout.printable(page.title)]) }
        context.console.write(lines: PageView.lines(page, screen: context.console.dataScreen))
        context.console.tell(PageView.hint(page))
        if !page.events.isEmpty { context.console.tell("Keep the events of your artists with: oncue events keep URL") }
    }
}

/// A web page, for people and as JSON.
enum PageView {
    /// Returns a row for each item: its kind, its title, and the other details.
    static func lines(_ page: WebPage, screen: Screen) -> [String] {
        let rows = rows(page)
        let style = Style(isOn: screen.usesColor)
        let table = TextTable(
            columns: [.fixed(), .flexible(minimumWidth: 20), .flexible(minimumWidth: 20)], keptColumns: 2, rows: rows)
        return table.lines(width: screen.tableWidth) { _, column, cell in column == 1 ? cell : style.dim(cell) }
    }

    static func hint(_ page: WebPage) -> String {
        if page.isEmpty { return "The page describes nothing to listen to" }
        if page.stream != nil { return "Play it with: oncue play URL; add the station with: oncue radio add URL" }
        switch (page.sound, page.feed) {
        case (_?, _?): return "Play it with: oncue play URL; subscribe with: oncue podcast add URL"
        case (_?, nil): return "Play it with: oncue play URL"
        case (nil, _?): return "Subscribe with: oncue podcast add URL"
        case (nil, nil): return "The page names no sound"
        }
    }

    private static func rows(_ page: WebPage) -> [[String]] {
        var rows = page.podcasts.map { ["podcast", $0.title, $0.feed ?? $0.page ?? ""] }
        rows += page.episodes.map { ["episode", $0.title, joined($0.podcast, $0.date, clock($0.duration))] }
        for album in page.albums {
            rows.append(["album", album.title, joined(album.artist, album.date)])
            rows += album.tracks.map { ["track", $0.title, joined($0.artist, clock($0.duration))] }
        }
        rows += page.recordings.map { ["recording", $0.title, joined($0.artist, $0.album, clock($0.duration))] }
        rows += page.stations.map { ["station", $0.title, joined($0.frequency, $0.stream ?? "")] }
        rows += page.audio.map {
            ["audio", $0.title.isEmpty ? $0.address : $0.title, joined($0.type, clock($0.duration))]
        }
        rows += page.events.map { event in
            let status = event.status == .scheduled ? "" : event.status.rawValue
            return ["event", event.title, joined(moment(event.start), status, event.location?.line ?? "")]
        }
        return rows + page.locations.map { ["place", $0.name, $0.address.line] }
    }

    private static func joined(_ parts: String...) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func clock(_ duration: Duration?) -> String { duration.map(TimeText.clock) ?? "" }

    /// Returns `2026-12-11 20:00` for `2026-12-11T20:00:00+01:00`: the local time of the event.
    static func moment(_ text: String) -> String {
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2 else { return text }
        return parts[0] + " " + parts[1].prefix(5)
    }
}
