// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import Testing

@Suite("Events that are kept again")
struct KeptEventRenewalTests {
    private static let now: Int64 = 1_790_000_000
    private static let page = "https://artist/tour"

    private func event(
        _ start: String, _ title: String = "Herons", reference: String? = nil,
        status: WebPage.Event.Status = .scheduled, hall: String = "Blue Hall", page: String = Self.page
    ) -> KeptEvent {
        var event = KeptEvent()
        (event.title, event.start, event.reference, event.status) = (title, start, reference, status)
        event.page = page
        (event.performers, event.location) = (["Nine Herons"], Location(name: hall))
        return event
    }

    private func renewed(_ events: [KeptEvent], _ known: [KeptEvent], former: String = "") -> [KeptEvent] {
        KeptEvent.renewed(events.map { ($0, former) }, on: Self.page, known: known, now: Self.now)
    }

    @Test("One that was moved stays itself, by its address, or by its title, performers and venue")
    func moved() {
        let known = event("2026-12-11")
        #expect(renewed([event("2027-01-30")], [known]).map(\.id) == [known.id])
        let named = event("2026-12-11", "Old name", reference: "https://x/1")
        let renamed = event("2027-01-30", "New name", reference: "https://x/1", hall: "Red Hall")
        #expect(renewed([renamed], [named]).map(\.id) == [named.id])
        let again = renewed([event("2027-02-01")], renewed([event("2027-01-30")], [known]))
        #expect(again.map(\.id) == [known.id], "moved twice")
    }

    @Test("Nights in the same hall are different events, and the one that was moved is known by its former date")
    func nights() {
        let known = [event("2026-12-11"), event("2026-12-12")]
        let same = renewed([event("2026-12-12"), event("2026-12-11")], known)
        #expect(same.map(\.id) == [known[1].id, known[0].id])
        let moved = renewed([event("2027-01-30")], known, former: "2026-12-12T20:00")
        #expect(moved.map(\.id) == [known[1].id])
        let unclear = renewed([event("2027-01-30")], known)
        #expect(!known.map(\.id).contains(unclear[0].id), "either of them")
        let more = renewed([event("2026-12-11"), event("2026-12-13")], [known[0]])
        #expect(more[0].id == known[0].id)
        #expect(more[1].id != known[0].id)
    }

    @Test("One elsewhere, of somebody else, with an address of its own, or after one that is over is another one")
    func others() {
        let known = event("2026-12-11", reference: "https://x/1")
        #expect(renewed([event("2027-01-30", hall: "Red Hall")], [known])[0].id != known.id)
        #expect(renewed([event("2027-01-30", "Reeds")], [known])[0].id != known.id)
        #expect(renewed([event("2027-01-30", reference: "https://x/2")], [known])[0].id != known.id)
        let past = event("2025-12-11")
        #expect(renewed([event("2026-12-11")], [past])[0].id != past.id, "the concert of each year")
        #expect(renewed([event("2026-12-11", status: .rescheduled)], [past])[0].id == past.id)
    }

    @Test("One on another page is another night, unless it is said to be moved")
    func otherPages() {
        let known = event("2026-12-11", page: "https://artist/night1")
        #expect(renewed([event("2026-12-12")], [known])[0].id != known.id)
        #expect(renewed([event("2026-12-12", status: .rescheduled)], [known])[0].id == known.id)
        #expect(renewed([event("2026-12-12")], [known], former: "2026-12-11T20:00")[0].id == known.id)
        let ownPage = event("2026-12-12", page: "https://artist/night1")
        #expect(renewed([ownPage], [known])[0].id == known.id, "the address of the event itself")
    }

    @Test("One that is over never takes the place of one that is to come")
    func over() {
        let known = event("2026-12-11")
        #expect(renewed([event("2020-12-11")], [known])[0].id != known.id)
        #expect(renewed([event("2020-12-11", status: .rescheduled)], [known])[0].id != known.id)
    }

    @Test("The pages of the artist and of the venue tell of the same concert")
    func pages() {
        let known = event("2026-12-11", reference: "https://artist/1")
        #expect(renewed([event("2026-12-11", reference: "https://venue/9")], [known]).map(\.id) == [known.id])
    }

    @Test("Another one on the date from which one was moved has an identity of its own")
    func former() {
        let known = event("2026-12-11", reference: "https://x/1")
        let moved = renewed([event("2027-01-30", reference: "https://x/1")], [known])
        let other = renewed([event("2026-12-11", reference: "https://x/2")], moved)
        #expect(moved[0].id == known.id)
        #expect(other[0].id != known.id)
        #expect(renewed([event("2026-12-11", reference: "https://x/2")], moved + other)[0].id == other[0].id)
    }
}
