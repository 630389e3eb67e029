// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("What is offered, and what becomes of it")
struct SuggestionBoardTests {
    private static let moment = Moment(time: 0, hour: 8, weekday: 0)

    private static func offer(_ id: Trigger.ID, _ count: Int = 3) -> Offer {
        Offer(
            Trigger(id: id, kind: .headphones), at: moment, policy: RaisingPolicy(),
            (0..<count).map {
                Offer.Choice(
                    id: "\(id).\($0 + 1)", sentence: "",
                    suggestion: Suggestion("item \($0)", probability: 0, cause: .longAgo))
            })
    }

    private func board() -> SuggestionBoard {
        var board = SuggestionBoard()
        _ = board.raise(Self.offer(7), until: .seconds(10))
        return board
    }

    @Test("What is taken is played, and the offer is over")
    func accept() {
        var board = board()
        let choice = board.standing[1]
        #expect(choice.id == "7.2")
        expect(board.accept("7.2"), is: [.end(7, .accepted)])
        expect(board.accept("7.2").isEmpty, is: true, "pressed twice")
        #expect(board.offer == nil && board.nextDeadline == nil)
    }

    @Test("No more than three are offered, and nothing at all is no offer")
    func size() {
        var board = SuggestionBoard()
        expect(board.raise(Self.offer(1, 0), until: .seconds(1)).isEmpty, is: true)
        _ = board.raise(Self.offer(1, 9), until: .seconds(1))
        #expect(board.standing.count == 3)
    }

    @Test("The next one is shown, round and round")
    func turn() {
        var board = board()
        expect(board.turn(), is: [.turn(7, "7.2")])
        expect(board.turn(), is: [.turn(7, "7.3")])
        expect(board.turn(), is: [.turn(7, "7.1")])
    }

    @Test("One that is refused goes, and with the last one the offer")
    func dismiss() {
        var board = board()
        expect(board.dismiss("7.1"), is: [.turn(7, "7.2")])
        expect(board.dismiss("7.3"), is: [.turn(7, "7.2")])
        expect(board.dismiss("7.1").isEmpty, is: true)
        expect(board.dismiss("7.2"), is: [.end(7, .dismissed)])
    }

    @Test("It ends with its cause, with its time, with what else is played, and with the next offer")
    func endings() {
        var board = board()
        expect(board.causeEnded(6).isEmpty, is: true)
        expect(board.causeEnded(7), is: [.end(7, .causeEnded)])
        board = self.board()
        expect(board.expire(at: .seconds(9)).isEmpty, is: true)
        expect(board.expire(at: .seconds(10)), is: [.end(7, .expired)])
        board = self.board()
        expect(board.played(), is: [.end(7, .playedElse)])
        board = self.board()
        expect(board.raise(Self.offer(8), until: .seconds(20)).first, is: .end(7, .replaced))
        expect(board.remove { _ in true }, is: [.end(8, .gone)])
        expect(board.stop().isEmpty, is: true)
    }

    @Test("Whatever comes in whatever order, each offer is shown once and ended once", arguments: TestEffort.seeds(20))
    func storm(seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed))
        var board = SuggestionBoard()
        var open: Trigger.ID?
        var next: Trigger.ID = 0
        for step in 0..<2_000 {
            let now = Duration.seconds(step)
            let id = "\(open ?? 0).\(numbers.next() % 4)"
            let effects: [SuggestionBoard.Effect]
            switch numbers.next() % 9 {
            case 0:
                next += 1
                effects = board.raise(Self.offer(next, Int(numbers.next() % 5)), until: now + .seconds(20))
            case 1: effects = board.accept(id)
            case 2, 3: effects = board.dismiss(id)
            case 4: effects = board.turn()
            case 5: effects = board.causeEnded(numbers.next() % 2 == 0 ? next : next / 2)
            case 6: effects = numbers.next() % 8 == 0 ? board.played() : []
            case 7: effects = board.remove { $0 == "item \(step % 4)" }
            default: effects = board.expire(at: now)
            }
            for effect in effects {
                switch effect {
                case .end(let id, _):
                    #expect(open == id)
                    open = nil
                case .turn(let id, let first):
                    #expect(open == id && board.standing.first?.id == first)
                }
            }
            if let offer = board.offer, open == nil { open = offer.id }
            #expect(board.offer?.id == open)
            #expect(board.offer == nil || !board.standing.isEmpty)
            #expect((board.nextDeadline != nil) == (open != nil))
        }
    }
}
