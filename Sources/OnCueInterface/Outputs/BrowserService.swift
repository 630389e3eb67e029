// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import OnCueCore

/// Pages in browsers that play the queue: `org.oncue.Browsers1`. For the program that serves the pages.
package protocol BrowserService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Reports the state of a page, which makes it an output, and returns the page's instructions. A page that reports
    /// nothing for a while is no longer an output; playback on it is paused at its last position.
    ///
    /// - Throws: `refused` if the daemon was started with fixed outputs, and for too many pages.
    func followBrowser(_ page: BrowserPage) async throws(Failure) -> BrowserWish

    /// Reads some bytes of a medium in the instructions of a page.
    ///
    /// - Throws: `notFound` for a medium that the page should not play, `unreadable`.
    func browserMedium(_ part: BrowserPart) async throws(Failure) -> MediaPiece

    /// Returns an update whenever the instructions of pages may have changed, until the reader stops, beginning with
    /// ``BrowserUpdate/changed``.
    func browserUpdates() async -> AsyncStream<BrowserUpdate>
}

/// An update of the instructions of pages.
package enum BrowserUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader: only the newest counts.
    package static let room = 1

    case changed
    /// The service, in another process, has ended.
    case serviceLost
}

/// A page that plays, or could.
package struct BrowserPage: DictionaryForm, Equatable {
    package enum State: String, Sendable, CaseIterable, WireField {
        /// Nothing is heard yet.
        case loading
        case playing, paused
        /// It waits for bytes.
        case waiting
        case ended, failed
        /// Its bytes do not arrive, whatever it tried.
        case broken
        /// The browser silences sound that should be heard, as before the first press of a button, and during calls.
        case silenced
    }

    /// The identifier of its output, the same whenever its device is connected.
    package var identifier: String
    package var title: String
    /// Distinguishes the pages of one device.
    package var page: String
    /// Whether it replaces another page of its device.
    package var isTaking = false
    /// Whether it is about to end.
    package var isLeaving = false
    /// The number of the last wish that it has carried out.
    package var order: UInt64 = 0
    /// The medium that it plays, by the name in the wish; empty for none.
    package var medium = ""
    package var state = State.paused
    package var position = Duration.zero
    /// The duration of the medium; `nil` for one without an end, and while it is not known.
    package var duration: Duration?
    /// The reason why it has failed.
    package var reason = ""

    package init(_ identifier: String, title: String, page: String) {
        (self.identifier, self.title, self.page) = (identifier, title, page)
    }

    package static var blank: BrowserPage { BrowserPage("", title: "", page: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title)
        fields("page", &page, .required)
        fields("taking", &isTaking, .ifSet)
        fields("leaving", &isLeaving, .ifSet)
        fields("order", &order)
        fields("medium", &medium, .ifSet)
        fields("state", &state)
        fields("position", &position)
        fields("duration", &duration)
        fields("reason", &reason, .ifSet)
    }
}

/// The instructions for a page.
package struct BrowserWish: DictionaryForm, Equatable {
    /// Whether the output of the page is the one in use.
    package var isHere = false
    /// Whether another page of the same device has replaced it.
    package var isReplaced = false
    /// A number that grows whenever the page must move to ``position``.
    package var order: UInt64 = 0
    /// The name of the medium to play, which cannot be guessed; empty for none.
    package var medium = ""
    /// The medium that follows without a gap; empty for none.
    package var next = ""
    package var position = Duration.zero
    package var isPlaying = false
    package var rate = 1.0
    /// The volume, 0 to 1, on a cubic scale.
    package var volume = 1.0
    package var isMuted = false

    package init() {}

    package static var blank: BrowserWish { BrowserWish() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("here", &isHere)
        fields("replaced", &isReplaced, .ifSet)
        fields("order", &order)
        fields("medium", &medium, .ifSet)
        fields("next", &next, .ifSet)
        fields("position", &position)
        fields("playing", &isPlaying)
        fields("rate", &rate)
        fields("volume", &volume)
        fields("muted", &isMuted)
    }
}

/// A request for some bytes of a medium.
package struct BrowserPart: DictionaryForm, Equatable {
    /// The identifier of the output.
    package var identifier: String
    package var medium: String
    package var offset: UInt64
    /// At most ``MediaPiece/limit``.
    package var length: Int

    package init(_ identifier: String, _ medium: String, offset: UInt64, length: Int = MediaPiece.limit) {
        (self.identifier, self.medium, self.offset, self.length) = (identifier, medium, offset, length)
    }

    package static var blank: BrowserPart { BrowserPart("", "", offset: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("medium", &medium, .required)
        fields("offset", &offset)
        fields("length", &length)
        length = min(max(1, length), MediaPiece.limit)
    }
}

// MARK: On the bus

package enum BrowserMethods {
    package static let follow = Method<Only<BrowserPage>, Only<BrowserWish>>(
        ServiceNames.browsers, "Follow", isRepeatable: true)
    package static let read = Method<Only<BrowserPart>, Only<MediaPiece>>(
        ServiceNames.browsers, "Read", isRepeatable: true)
    package static let changed = Event<Nothing>(ServiceNames.browsers, "Changed")

    package static func bindings<Service: BrowserService>() -> [Binding<Service>] {
        [
            Binding(follow) { Only(try await $0.followBrowser($1.value)) },
            Binding(read) { Only(try await $0.browserMedium($1.value)) },
        ]
    }
}

extension MediaPiece: DictionaryForm {
    package static var blank: MediaPiece { MediaPiece([], of: nil, type: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        var packed = PackedBytes(bytes)
        fields("bytes", &packed, .required)
        bytes = packed.bytes
        fields("size", &size)
        fields("type", &type, .required)
    }
}

/// Bytes as one value.
private struct PackedBytes: WireField, Blank {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init?(wire: BusValue) {
        guard case .bytes(let bytes) = wire.unwrapped else { return nil }
        self.bytes = bytes
    }

    static var blank: PackedBytes { PackedBytes([]) }
    static var signature: String { "ay" }
    var wire: BusValue { .bytes(bytes) }
}
