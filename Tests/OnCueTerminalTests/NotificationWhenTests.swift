// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueNotifications
import OnCuePhrases
import Testing

@testable import OnCueTerminal

@Suite("When something is to be told")
struct NotificationWhenTests {
    /// That of central Europe: the clock goes back on 25 October 2026 and forward on 28 March 2027, at 01:00 UTC.
    private static func offset(_ moment: Int64) -> Int64 {
        (1_792_890_000..<1_806_195_600).contains(moment) ? 3_600 : 7_200
    }

    @Test("In the hour that comes twice, a moment of its second time is that many seconds away")
    func twice() {
        let now: Int64 = 1_792_890_000 + 600
        #expect(
            NotificationTrigger.once(at: now + 300, now: now, offset: Self.offset) == .interval(300, repeats: false))
        let before: Int64 = 1_792_890_000 - 3_000
        guard
            case .calendar(let first, false) = NotificationTrigger.once(
                at: before + 300, now: before, offset: Self.offset)
        else {
            Issue.record("the first time is one of the calendar")
            return
        }
        #expect(first.next(after: before, offset: Self.offset) == before + 300)
    }

    @Test("A time that the clock skips comes when it is put forward, however the moment was found")
    func skipped() throws {
        let (change, now): (Int64, Int64) = (1_806_195_600, 1_806_195_600 - 18_000)
        let trigger = NotificationTrigger.once(at: change + 1_800, showing: 150, now: now, offset: Self.offset)
        guard case .calendar(let components, false) = trigger else {
            Issue.record("\(trigger)")
            return
        }
        #expect(components.hour == 2 && components.minute == 30)
        #expect(components.next(after: now, offset: Self.offset) == change)
    }

    @Test("Where the clock is put forward beyond midnight, a time that it skips comes at midnight")
    func skippedMidnight() throws {
        // At 23:00 it is midnight at once.
        let midnight: Int64 = 20_000 * 86_400
        let (change, now) = (midnight - 3_600, midnight - 18_000)
        let offset = { (moment: Int64) -> Int64 in moment < change ? 0 : 3_600 }
        let trigger = NotificationTrigger.once(at: change + 1_800, showing: 1_410, now: now, offset: offset)
        guard case .calendar(let components, false) = trigger else {
            Issue.record("\(trigger)")
            return
        }
        #expect(components.hour == 23 && components.minute == 30)
        #expect(components.next(after: now, offset: offset) == change)
    }

    @Test(
        "Tomorrow is a date with the time that is said, whatever the clock does in between; repetitions keep the time")
    func tomorrow() async throws {
        let session = Session()
        #expect(await session.run("notifications", "add", "T", "--id", "t", "--tomorrow", "--at", "06:00") == .done)
        #expect(
            await session.run("notifications", "add", "U", "--id", "u", "--at", "02:30", "--repeat", "daily") == .done)
        let triggers = session.service.current.notificationBook.pending.sorted { $0.order < $1.order }.compactMap(
            \.request.trigger)
        guard triggers.count == 2, case .calendar(let date, false) = triggers[0],
            case .calendar(let time, true) = triggers[1]
        else {
            Issue.record("\(triggers)")
            return
        }
        #expect(date.year != nil && date.day != nil && date.hour == 6 && date.minute == 0 && date.second == nil)
        #expect(time == CalendarComponents(hour: 2, minute: 30))
        #expect(
            await session.run("notifications", "add", "T", "--at", "2099-01-31 10:00", "--repeat", "monthly")
                == .wrongWords)
        #expect(session.talk.text.contains("with --repeat monthly it would come before that"), "\(session.talk.text)")
    }
}
