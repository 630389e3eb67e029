// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("The book of places")
struct PlaceBookTests {
    private static let centre = GeographicPosition.at(48.1374, 11.5755)

    /// A position so many metres north of the centre.
    private func north(_ metres: Double, accuracy: Double = 10) -> GeographicPosition {
        .at(Self.centre.latitude + metres / 111_195, Self.centre.longitude, accuracy: accuracy)
    }

    @Test("A network belongs to the place that was named last for it")
    func marks() {
        var book = PlaceBook()
        expect(book.add("home", marks: ["a", "b"]), is: true)
        #expect(book.place(withMarks: ["b", "x"]) == "home")
        expect(book.add("Work", marks: ["b"]), is: true)
        #expect(book.place(withMarks: ["b"]) == "Work")
        #expect(book.place(withMarks: ["a"]) == "home")
        #expect(book.place(withMarks: []) == nil)
        #expect(book["WORK"]?.name == "Work")
    }

    @Test("One is in a place within its radius, and out of it only half as far again")
    func hysteresis() {
        var book = PlaceBook()
        expect(book.add("home", fence: Geofence(Self.centre, radius: 100)), is: true)
        #expect(book.place(at: north(90), last: nil) == .at("home"))
        #expect(book.place(at: north(120), last: nil) == .nowhere)
        #expect(book.place(at: north(120), last: "home") == .unclear)
        #expect(book.place(at: north(160), last: "home") == .nowhere)
    }

    @Test("A position that may be anywhere in the place or out of it tells nothing")
    func accuracy() {
        var book = PlaceBook()
        expect(book.add("home", fence: Geofence(Self.centre, radius: 100)), is: true)
        #expect(book.place(at: north(10, accuracy: 500), last: nil) == .unclear)
        #expect(book.place(at: north(5_000, accuracy: 500), last: "home") == .unclear)
    }

    @Test("Of places that overlap the nearest is meant")
    func nearest() {
        var book = PlaceBook()
        expect(book.add("a", fence: Geofence(north(0), radius: 1_000)), is: true)
        expect(book.add("b", fence: Geofence(north(500), radius: 1_000)), is: true)
        #expect(book.place(at: north(400), last: nil) == .at("b"))
    }

    @Test(
        "Names that are none are refused",
        arguments: ["", " home", "home ", "a\u{1B}[2J", String(repeating: "x", count: 41)])
    func names(name: String) {
        var book = PlaceBook()
        expect(book.add(name, marks: ["a"]), is: false)
        #expect(book.all.isEmpty)
    }

    @Test("There are no more places than fit")
    func limit() {
        var book = PlaceBook()
        for number in 0..<PlaceBook.limit { expect(book.add("place \(number)", marks: ["\(number)"]), is: true) }
        expect(book.add("one more", marks: ["x"]), is: false)
        expect(book.add("place 0", marks: ["x"]), is: true)
    }

    @Test("What is no position is none, and radii are brought into their bounds")
    func sound() {
        #expect(GeographicPosition(latitude: 91, longitude: 0) == nil)
        #expect(GeographicPosition(latitude: .nan, longitude: 0) == nil)
        #expect(Geofence(Self.centre, radius: 1).radius == 50)
        #expect(Geofence(Self.centre, radius: .infinity).radius == Geofence.usualRadius)
    }
}
