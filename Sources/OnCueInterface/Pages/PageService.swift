// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore

/// Ordinary web pages: `org.oncue.Pages1`.
package protocol PageService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Loads a page, and returns the items that its markup describes.
    ///
    /// - Throws: `invalidPlace`, `unavailable`, `refused` (there is no web page at the address).
    func page(at address: String) async throws(Failure) -> WebPage

    /// Keeps the events of a page whose performers are in the library, or all. Events that are already kept are
    /// updated.
    ///
    /// - Returns: The events that were kept.
    /// - Throws: As ``page(at:)``, and `refused` if there are too many; `storage`.
    func keepEvents(of address: String, all: Bool) async throws(Failure) -> [KeptEvent]

    /// Returns the kept events, the earliest first.
    ///
    /// - Throws: `storage`.
    func keptEvents() async throws(Failure) -> [KeptEvent]

    /// Removes events by their identifiers; unknown ones are ignored.
    ///
    /// - Returns: The number of removed events.
    /// - Throws: `storage`.
    func removeEvents(_ identifiers: [String]) async throws(Failure) -> Int
}

// MARK: On the bus

package enum PageMethods {
    package static let page = Method<Only<String>, Only<WebPage>>(ServiceNames.pages, "GetPage", isRepeatable: true)

    package static let keep = Method<Pair<String, Bool>, Only<[KeptEvent]>>(ServiceNames.pages, "KeepEvents")
    package static let events = Method<Nothing, Only<[KeptEvent]>>(ServiceNames.pages, "GetEvents", isRepeatable: true)
    package static let remove = Method<Only<[String]>, Only<Int>>(ServiceNames.pages, "RemoveEvents")

    package static func bindings<Service: PageService>() -> [Binding<Service>] {
        [
            Binding(page) { Only(try await $0.page(at: $1.value)) },
            Binding(keep) { Only(try await $0.keepEvents(of: $1.first, all: $1.second)) },
            Binding(events) { service, _ in Only(try await service.keptEvents()) },
            Binding(remove) { Only(try await $0.removeEvents($1.value)) },
        ]
    }
}

extension WebPage: DictionaryForm {
    package static var blank: WebPage { WebPage(address: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("address", &address, .required)
        fields("title", &title, .ifSet)
        fields("picture", &picture)
        fields("podcasts", &podcasts, .ifSet)
        fields("episodes", &episodes, .ifSet)
        fields("albums", &albums, .ifSet)
        fields("recordings", &recordings, .ifSet)
        fields("stations", &stations, .ifSet)
        fields("audio", &audio, .ifSet)
        fields("events", &events, .ifSet)
        fields("locations", &locations, .ifSet)
    }
}

extension WebPage.Podcast: DictionaryForm {
    package static var blank: WebPage.Podcast { WebPage.Podcast() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("author", &author, .ifSet)
        fields("feed", &feed)
        fields("page", &page)
        fields("picture", &picture)
    }
}

extension WebPage.Episode: DictionaryForm {
    package static var blank: WebPage.Episode { WebPage.Episode() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("podcast", &podcast, .ifSet)
        fields("date", &date, .ifSet)
        fields("duration", &duration)
        fields("number", &number)
        fields("audio", &audio)
        fields("page", &page)
        fields("picture", &picture)
    }
}

extension WebPage.Album: DictionaryForm {
    package static var blank: WebPage.Album { WebPage.Album() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("artist", &artist, .ifSet)
        fields("date", &date, .ifSet)
        fields("tracks", &tracks, .ifSet)
        fields("page", &page)
        fields("picture", &picture)
    }
}

extension WebPage.Recording: DictionaryForm {
    package static var blank: WebPage.Recording { WebPage.Recording() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("artist", &artist, .ifSet)
        fields("album", &album, .ifSet)
        fields("duration", &duration)
        fields("isrc", &isrc, .ifSet)
        fields("audio", &audio)
        fields("page", &page)
        fields("picture", &picture)
    }
}

extension WebPage.Station: DictionaryForm {
    package static var blank: WebPage.Station { WebPage.Station() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("stream", &stream)
        fields("page", &page)
        fields("picture", &picture)
        fields("frequency", &frequency, .ifSet)
        fields("location", &location)
    }
}

extension WebPage.Audio: DictionaryForm {
    package static var blank: WebPage.Audio { WebPage.Audio(address: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("address", &address, .required)
        fields("title", &title, .ifSet)
        fields("type", &type, .ifSet)
        fields("duration", &duration)
    }
}

extension WebPage.Event: DictionaryForm {
    package static var blank: WebPage.Event { WebPage.Event() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("performers", &performers, .ifSet)
        fields("start", &start, .ifSet)
        fields("end", &end, .ifSet)
        fields("doors", &doors, .ifSet)
        fields("status", &status)
        fields("location", &location)
        fields("tickets", &tickets)
        fields("page", &page)
    }
}

extension WebPage.Event.Status: WireField, Blank {
    package static var blank: WebPage.Event.Status { .scheduled }
}

extension WebPage.Performer: DictionaryForm {
    package static var blank: WebPage.Performer { WebPage.Performer() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("links", &links, .ifSet)
    }
}

/// Written among the fields of the played content.
extension WebPage.Sound: WireForm {
    package static var blank: WebPage.Sound { WebPage.Sound(kind: "", title: "", address: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("takenKind", &kind, .required)
        fields("takenTitle", &title)
        fields("takenUrl", &address)
    }
}
