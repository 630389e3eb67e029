// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Scrobbling
import Testing

@Suite("When something is sent to a service")
struct DeliveryTests {
    private let start = ContinuousClock.now

    @Test("What comes while it sends is looked at afterwards, once")
    func news() {
        var delivery = Delivery()

        let begins = delivery.wake(.news, now: start)
        let beginsTwice = delivery.wake(.news, now: start)
        let goesOn = delivery.finish()
        let goesOnAgain = delivery.finish()

        #expect(begins && !beginsTwice && goesOn && !goesOnAgain)
        #expect(delivery.state == .resting)
    }

    @Test("A failure makes a pause that doubles up to an hour, and news do not shorten it")
    func pauses() throws {
        var (delivery, now) = (Delivery(), start)
        var pauses: [Duration] = []
        for _ in 0..<9 {
            let isDue = delivery.wake(.news, now: now)
            delivery.fail("offline", after: nil, now: now)
            let next = try #require(delivery.next)
            let isEarly = delivery.wake(.news, now: next - .milliseconds(1))
            #expect(isDue && !isEarly)
            pauses.append(next - now)
            now = next
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600].map { .seconds($0) })

        _ = delivery.wake(.news, now: now)
        _ = delivery.finish()
        delivery.fail("offline", after: nil, now: now)
        #expect(delivery.next == now + .seconds(60), "after a success it begins with a minute again")
    }

    @Test("A pause that the service asks for is kept when the network comes back, but not when the user asks")
    func asked() {
        var delivery = Delivery()
        _ = delivery.wake(.news, now: start)
        delivery.fail("too often", after: .seconds(900), now: start)
        #expect(delivery.next == start + .seconds(900))

        let byNetwork = delivery.wake(.network, now: start + .seconds(10))
        let byUser = delivery.wake(.user, now: start + .seconds(10))
        delivery.fail("offline", after: nil, now: start)
        let byNetworkLater = delivery.wake(.network, now: start + .seconds(10))

        #expect(!byNetwork && byUser && byNetworkLater)
    }

    @Test("A token that is refused is not tried again, whatever happens")
    func denied() {
        var delivery = Delivery()
        _ = delivery.wake(.news, now: start)
        delivery.deny("invalid")

        for reason in [Delivery.Reason.news, .network, .user] {
            let isTried = delivery.wake(reason, now: start + .seconds(86_400))
            #expect(!isTried)
        }
        #expect(delivery.next == nil && delivery.problem == "invalid")
    }

    @Test("What rests while something was to be looked at afterwards begins again with the next reason")
    func rests() {
        var delivery = Delivery()
        let begins = delivery.wake(.news, now: start)
        let beginsTwice = delivery.wake(.news, now: start)

        delivery.rest()

        #expect(delivery.state == .resting)
        let beginsAgain = delivery.wake(.user, now: start)
        #expect(begins && !beginsTwice && beginsAgain)
    }

    @Test("A token that is refused while something is sent stays refused when that has ended")
    func deniedMeanwhile() {
        var delivery = Delivery()
        _ = delivery.wake(.news, now: start)
        _ = delivery.wake(.news, now: start)
        delivery.deny("invalid")

        let goesOn = delivery.finish()

        #expect(!goesOn && delivery.state == .denied("invalid"))
    }

    @Test("Loves that wait are tried again no earlier than the listens before them")
    func bothWait() {
        var (listens, loves) = (Delivery(), Delivery())
        loves.fail("offline", after: nil, now: start)
        #expect(listens.next(before: loves) == start + .seconds(60))

        listens.fail("offline", after: .seconds(900), now: start)
        #expect(listens.next(before: loves) == start + .seconds(900))

        listens.deny("invalid")
        #expect(listens.next(before: loves) == nil)
    }
}
