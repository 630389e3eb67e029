// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface

@testable internal import OnCueClient
@testable internal import OnCueProviders
@testable internal import PlayerControl

/// Values as calls and answers on the bus carry them: options of clients, rows of programs that provide content, what other
/// players tell, and what another version of the service might.
struct BusArguments {
    /// Names that somebody looks for, so that values come to where they are read.
    private static let names = [
        "id", "identifier", "title", "subtitle", "container", "playable", "artwork", "picture", "duration", "progress",
        "childCount", "explicit", "streaming", "loudness", "preamp", "preventClipping", "crossfade", "fade", "bands",
        "equalizer", "skipSilence", "volumeCap", "coolDown", "dismissalLimit", "lifetime", "moments", "notifies",
        "quietFrom", "quietTo", "stages", "stagingGuard", "Metadata", "PlaybackStatus",
        "LoopStatus", "Shuffle", "Volume", "Rate", "MinimumRate", "MaximumRate", "Position", "mpris:trackid",
        "mpris:length", "mpris:artUrl", "xesam:title", "xesam:artist", "xesam:album", "xesam:url", "status", "artists",
        "position", "queueLength", "raised", "action", "suggestions", "objections", "rule", "sentence", "next",
        "name", "street", "city", "latitude", "longitude", "telephones", "navigation", "calls",
        "program", "type", "userInfo", "requiredKeys", "keywords", "description", "webPage", "expires", "eligibleFor",
    ]
    private static let provider = ProviderIdentity(busName: "org.example.Provider")
    private static let deepest = 6

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Has everybody read the dictionary that the bytes are.
    mutating func read() {
        let values = dictionary(depth: 0)
        if let provider = Self.provider { _ = ProviderRow(.dictionary(values), of: provider) }
        _ = PlayerProperties(values).report(name: "x", identity: nil, activity: PlayerActivity())
        let all: [any DictionaryForm.Type] = [
            NowPlayingReport.self, PlayedContent.self, QueuePage.Entry.self, ListEdit.self, PlayOptions.self,
            EnqueueOptions.self, SoundPreferences.self, SoundChanges.self, NotificationChanges.self,
            OutputListing.Output.self, PodcastSummary.self, DownloadProgress.self, ProviderRecord.self,
            HistoryOptions.self, ErasingOptions.self, JournalEntry.self, LibraryStatus.self, HealthCheck.self,
            ServiceIdentity.self, SuggestionRecord.self, SuggestionOffer.self, SuggestionChanges.self,
            SimulationRequest.self, SimulationResult.self, TriggerWish.self, PlaceRecord.self, PlaceWish.self,
            Location.self, ActivityRecord.self,
        ]
        for type in all { Self.read(type, values) }
        Self.readBody([.dictionary(values)] + values.sorted { $0.key < $1.key }.map(\.value))
    }

    /// Reads the dictionary in all ways, and what was read once more.
    private static func read<Value: DictionaryForm>(_ type: Value.Type, _ values: [String: BusValue]) {
        _ = try? Strict<Value>(wire: .dictionary(values))?.understood()
        guard let value = Value(wire: .dictionary(values)) else { return }
        _ = Value(wire: value.wire)
    }

    /// Reads the body of a message as what calls and signals carry.
    private static func readBody(_ members: [BusValue]) {
        _ = MemberReader.value(QueuePage.self, in: members)
        _ = MemberReader.value(QueueChange.self, in: members)
        _ = MemberReader.value(QueueNews.self, in: members)?.changes(since: 1)
        _ = MemberReader.value(OutputListing.self, in: members)
        _ = MemberReader.value(ChapterListing.self, in: members)
        _ = MemberReader.value(LyricsReply.self, in: members)?.found
        _ = try? MemberReader.value(RemoteRequest.self, in: members)?.command()
        _ = try? MemberReader.value(ProviderRequest.self, in: members)?.registration()
        _ = ContentRecord(wire: .structure(members))
    }

    // MARK: Making values

    private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    private mutating func number() -> UInt64 {
        // Small ones, and all of them.
        let count = byte() % 2 == 0 ? 1 : 8
        return (0..<count).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }

    private mutating func text() -> String {
        let bytes = rest.prefix(Int(byte()))
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func dictionary(depth: Int) -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        for _ in 0..<(byte() % 16) {
            let number = Int(byte())
            let name = number < Self.names.count ? Self.names[number] : text()
            values[name] = value(depth: depth + 1)
        }
        return values
    }

    private mutating func value(depth: Int) -> BusValue {
        switch byte() % (depth < Self.deepest ? 14 : 9) {
        case 0: .bool(byte() % 2 == 0)
        case 1: .byte(byte())
        case 2: .int32(Int32(truncatingIfNeeded: number()))
        case 3: .uint32(UInt32(truncatingIfNeeded: number()))
        case 4: .int64(Int64(bitPattern: number()))
        case 5: .uint64(number())
        case 6: .double(Double(bitPattern: number()))
        case 7: .string(text())
        case 8: .objectPath("/" + text())
        case 9: .bytes(Array(text().utf8))
        case 10: .array(values(depth: depth), of: "v")
        case 11: .structure(values(depth: depth))
        case 12: .variant(value(depth: depth + 1))
        default: .dictionary(dictionary(depth: depth))
        }
    }

    private mutating func values(depth: Int) -> [BusValue] {
        (0..<(byte() % 8)).map { _ in value(depth: depth + 1) }
    }
}
