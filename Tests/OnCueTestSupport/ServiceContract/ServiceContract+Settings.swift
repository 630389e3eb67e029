// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks sound settings, which are those of a new service at first.
    package static func sound(_ service: some SoundService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.sound()) == SoundPreferences(), "nothing is set at first")
        let set = notes.heard(try await service.setSound(SoundChanges(crossfade: .seconds(4), equalizer: .voice)))
        notes.expect(set.settings.crossfade == .seconds(4), "what is set is answered")
        notes.expect(set.settings.equalizer == EqualizerPreset.voice.gains, "a curve has its gains")
        notes.expect(try await service.sound() == set, "and read from then on")
        let bands = Array(repeating: 1.0, count: 10)
        for changes in [SoundChanges(preamp: .nan), SoundChanges(crossfade: .seconds(-1))] {
            await notes.expect(.invalidValue, "\(changes) is refused", isForm: true) {
                _ = try await service.setSound(changes)
            }
        }
        for changes in [
            SoundChanges(preamp: 99), SoundChanges(crossfade: .seconds(13)), SoundChanges(bands: [1]),
            SoundChanges(bands: bands, equalizer: .voice), SoundChanges(volumeCap: 1.5),
            SoundChanges(fade: .seconds(1), volumeCap: -1),
        ] {
            await notes.expect(.invalidValue, "\(changes) is refused") { _ = try await service.setSound(changes) }
        }
        notes.expect(try await service.sound() == set, "what is refused sets nothing")
        notes.expect(try await service.setSound(SoundChanges()) == set, "nothing given sets nothing")
        try await service.lowerSound(to: 0.2, for: .seconds(2))
        try await service.lowerSound(to: 1, for: .zero)
        // What the bus itself does not carry is refused there, in its own words.
        for (part, time) in [(-0.1, 1), (1.1, 1), (0.5, 31)] {
            await notes.expect(.invalidValue, "lowering to \(part) for \(time) s is refused") {
                try await service.lowerSound(to: part, for: .seconds(time))
            }
        }
        notes.expect(try await service.sound() == set, "lowering is no setting")
        notes.expect(try await service.resetSound() == SoundPreferences(), "everything can be reset")
        notes.expect(try await service.sound() == SoundPreferences(), "and is read so")
    }

    /// Checks the settings of notifications, which are off at first.
    package static func notifications(_ service: some NotificationService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.notifications()) == .off, "there are none at first")
        let some = try await service.setNotifications(NotificationChanges(tracks: .locked))
        notes.expect(
            notes.heard(some) == NotificationSettings(tracks: .locked, controls: false), "what is given is set")
        let both = try await service.setNotifications(NotificationChanges(controls: true))
        notes.expect(both == NotificationSettings(tracks: .locked, controls: true), "and the rest stays")
        notes.expect(try await service.notifications() == both, "and is read from then on")
    }

    /// Checks outputs, of which there are the speakers, the default, and the pods.
    package static func outputs(_ service: some OutputService, _ notes: Notes) async throws {
        let listing = notes.heard(try await service.outputs())
        notes.expect(listing.outputs.map(\.identifier) == ["speakers", "pods"], "the outputs are listed")
        notes.expect(listing.outputs.map(\.isDefault) == [true, false] && listing.isServerThere, "with the default")
        notes.expect(listing.chosen == nil && listing.fixed == nil, "none is chosen at first")
        try await service.setOutput("pods")
        let chosen = notes.heard(try await service.outputs())
        notes.expect(chosen.chosen?.identifier == "pods" && chosen.chosen?.title == "Pods", "one can be chosen")
        notes.expect(chosen.outputs.map(\.isCurrent) == [false, true], "and is used")
        await notes.expect(.notFound, "one that there is not cannot") { try await service.setOutput("car") }
        try await service.setOutputs(["speakers", "pods"])
        let both = notes.heard(try await service.outputs())
        notes.expect(both.together == ["speakers", "pods"], "several can be chosen")
        notes.expect(both.outputs.map(both.isChosen) == [true, true], "and all of them are chosen")
        notes.expect(both.chosen?.title == "Speakers and Pods", "with a title for all")
        await notes.expect(.notFound, "each must be there") { try await service.setOutputs(["pods", "car"]) }
        try await service.setOutputs(["pods"])
        notes.expect(try await service.outputs() == chosen, "one alone is chosen as by itself")
        try await service.setOutput(nil)
        notes.expect(try await service.outputs() == listing, "the default can be followed again")
    }

    /// Checks rooms, of which there are the kitchen and the bath, in groups of their own.
    package static func rooms(_ service: some OutputService, _ notes: Notes) async throws {
        let rooms = notes.heard(try await service.rooms())
        notes.expect(rooms.map(\.identifier) == ["kitchen", "bath"], "the rooms are listed")
        try await service.setRoom("bath", RoomChange(volume: 0.25, isMuted: true))
        let changed = notes.heard(try await service.rooms())
        notes.expect(changed[1].volume == 0.25 && changed[1].isMuted, "a room can be changed")
        notes.expect(changed[0] == rooms[0] && changed[1].isPlaying == rooms[1].isPlaying, "and the rest stays")
        try await service.groupRooms(["bath", "kitchen"])
        let together = notes.heard(try await service.rooms())
        notes.expect(Set(together.map(\.group)).count == 1, "rooms can be grouped")
        await notes.expect(.notFound, "a room that there is not cannot be changed") {
            try await service.setRoom("hall", RoomChange(isMuted: true))
        }
        await notes.expect(.notFound, "nor grouped") { try await service.groupRooms(["bath", "hall"]) }
        await notes.expect(.refused, "a group has rooms") { try await service.groupRooms([]) }
    }

    /// Checks the library, which has no folders at first.
    ///
    /// - Parameters:
    ///   - music: A folder that is there, without anything that cannot be read.
    ///   - missing: One that is not there.
    package static func library(
        _ service: some LibraryService, _ notes: Notes,
        music: MediaLocation = MediaLocation(filePath: Array("/m usic".utf8)),
        missing: MediaLocation = MediaLocation(filePath: Array("/missing".utf8))
    ) async throws {
        let status = notes.heard(try await service.libraryStatus())
        notes.expect(status.folders.isEmpty, "there are no folders at first")
        try await service.addFolder(music)
        try await service.addFolder(music)
        notes.expect(notes.heard(try await service.libraryStatus()).folders == [music], "a folder is there once")
        await notes.expect(.noSuchFolder, "a folder must be there") {
            try await service.addFolder(missing)
        }
        try await service.scan()
        try await service.scanAll()
        try await service.pauseScan()
        try await service.resumeScan()
        try await service.cancelScan()
        try await service.removeFolder(music)
        notes.expect(try await service.libraryStatus().folders.isEmpty, "a folder can be removed")
        await notes.expect(.notInLibrary, "but once only") { try await service.removeFolder(music) }
        let failures = notes.heard(try await service.scanFailures(offset: 0, limit: 5))
        notes.expect(failures.total == 0 && failures.failures.isEmpty, "everything could be read")
    }

    /// Checks the pages of what could not be read: 1200 files.
    package static func scanFailures(_ service: some LibraryService, _ notes: Notes) async throws {
        for (offset, limit, count) in pages(of: 1200) {
            let page = try await service.scanFailures(offset: offset, limit: limit)
            notes.expect(page.total == 1200, "a page tells the number of all failures")
            notes.expect(page.failures.count == count, "\(limit) failures from \(offset) are \(count)")
        }
        _ = notes.heard(try await service.scanFailures(offset: 3, limit: 2))
    }

    /// Checks the pages of all tracks: 1,002 of them, of which the first has every tag.
    package static func libraryTracks(_ service: some LibraryService, _ notes: Notes) async throws {
        var (start, count, pages): (UInt64?, Int, Int) = (0, 0, 0)
        while let from = start {
            let page = try await service.libraryTracks(from: from, limit: 5_000)
            notes.expect(page.tracks.count <= PageLimit.largest, "a page has a largest size")
            (start, count, pages) = (page.next, count + page.tracks.count, pages + 1)
        }
        notes.expect(count == 1_002 && pages == 2, "the pages have every track once")
        let first = notes.heard(try await service.libraryTracks(from: 0, limit: 2))
        notes.expect(first.tracks.count == 2 && first.next != nil, "a page has as many as were asked for")
        notes.expect(try await service.libraryTracks(from: 9_999, limit: 2).tracks.isEmpty, "behind the last is none")
    }

    /// Checks programs that provide content; there is none at first.
    package static func providers(_ service: some ProviderService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.providers()).isEmpty, "there is no provider at first")
        let registration = ProviderRegistration(
            busName: "org.example.Music", objectPath: "/org/example/Music", name: "Example", deadline: .seconds(2))
        try await service.addProvider(registration)
        // When it is found missing is a matter of time.
        let found = try await service.providers().first.map { record in
            var record = record
            (record.state, record.lastError) = ("", nil)
            return record
        }
        _ = notes.heard(found)
        notes.expect(found?.busName == "org.example.Music" && found?.name == "Example", "one can be added")
        notes.expect(found?.deadline == .seconds(2), "with what it wants")
        await notes.expect(.invalidPlace, "it needs a name") {
            try await service.addProvider(ProviderRegistration(busName: ":1.7", objectPath: "/x"))
        }
        await notes.expect(.invalidValue, "and a path") {
            try await service.addProvider(ProviderRegistration(busName: "org.example.Music", objectPath: "no path"))
        }
        await notes.expect(.invalidValue, "its deadline has bounds") {
            try await service.addProvider(
                ProviderRegistration(busName: "org.example.Music", objectPath: "/x", deadline: .seconds(31)))
        }
        try await service.removeProvider("org.example.Music")
        notes.expect(try await service.providers().isEmpty, "one can be removed")
        await notes.expect(.notFound, "but once only") { try await service.removeProvider("org.example.Music") }
    }
}
