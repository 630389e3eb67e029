// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Reminders of what plays")
@MediaActor
struct ReminderDeskTests {
    @Test("What has no subtitle, such as a folder, has no text; it has its title")
    func folder() async throws {
        let rig = try await ServiceRig()
        let reminders = try #require(rig.desks).reminders
        let folder = FakeContentSource.Album("Folder", by: "", tracks: [.sample("f1")])
        rig.source.replace(with: [folder])

        let content = try await reminders.addReminder(
            ReminderWish(place: folder.identifier.description, .interval(600, repeats: false))
        ).wish.content

        #expect(content.title == "Folder" && content.body == "")
    }

    @Test("What no list has is found again where it is, and an address with a password is not kept")
    func elsewhere() async throws {
        let rig = try await ServiceRig()
        let reminders = try #require(rig.desks).reminders
        func remind(_ track: Track) async throws -> String? {
            try rig.controller.perform(.play([track], startingAt: 0, shuffled: nil))
            return try await reminders.addReminder(
                ReminderWish(.interval(600, repeats: false))
            ).wish.content.item
        }
        #expect(try await remind(.full) == Track.full.identifier.description)
        let file = Track.sample("elsewhere")
        #expect(try await remind(file) == file.location.uri)
        var stream = file
        stream.location = try #require(MediaLocation(uri: "http://me:secret@host/live"))
        await #expect(throws: ServiceError.self) { _ = try await remind(stream) }
    }
}
