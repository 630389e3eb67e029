// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Requests for directions")
struct DirectionsRequestTests {
    private static func point(_ latitude: Double, _ longitude: Double, _ name: String? = nil) -> DirectionsRequest.Stop
    {
        Coordinates(latitude: latitude, longitude: longitude).map { .point($0, name: name) } ?? .text("nowhere")
    }

    @Test(
        "are read as maps hand them on",
        arguments: [
            ("geo:48.2,16.37", .init(to: point(48.2, 16.37))),
            ("geo:48.2,16.37?q=48.2,16.37(The%20Hall)", .init(to: point(48.2, 16.37, "The Hall"))),
            ("GEO:0,0?q=Halver+Bahnhof", .init(to: .text("Halver Bahnhof"))),
            ("google.navigation:q=48.2,16.37&mode=b", .init(to: point(48.2, 16.37), mode: .cycling)),
            (
                "https://maps.example/?saddr=Home&daddr=48.2,+16.37&dirflg=d",
                .init(from: .text("Home"), to: point(48.2, 16.37), mode: .driving)
            ),
            ("maps://?daddr=Halver&dirflg=r", .init(to: .text("Halver"), mode: .transit)),
            (
                "https://maps.example/maps/dir/?api=1&origin=Home&destination=K%C3%B6ln&travelmode=walking",
                .init(from: .text("Home"), to: .text("Köln"), mode: .walking)
            ),
            (
                "https://maps.example/maps/dir/Home/12+Main+St,+Town/@48.2,16.3,10z/data=!3m1",
                .init(from: .text("Home"), to: .text("12 Main St, Town"))
            ),
            ("https://maps.example/maps/dir/Home/Town/", .init(from: .text("Home"), to: .text("Town"))),
            (
                "https://map.example/directions?engine=fossgis_osrm_car&route=52.5,13.4;48.2,16.37#map=7/1/2",
                .init(from: point(52.5, 13.4), to: point(48.2, 16.37), mode: .driving)
            ),
            ("https://map.example/directions?from=&to=Halver", .init(to: .text("Halver"))),
            ("https://map.example/directions?route=;48.2,16.37", .init(to: point(48.2, 16.37))),
            ("48.2, 16.37", .init(to: point(48.2, 16.37))),
            ("  Bahnhofstr. 7\n Halver ", .init(to: .text("Bahnhofstr. 7 Halver"))),
        ] as [(String, DirectionsRequest)])
    func forms(text: String, request: DirectionsRequest) throws {
        #expect(try DirectionsRequest(parsing: text) == request)
    }

    @Test(
        "are read from the places and searches of maps, from their markers, and from routing engines",
        arguments: [
            (
                "https://www.google.com/maps/place/Eiffel+Tower/@48.85,2.29,17z/data=!3m1!8m2!3d48.8583701!4d2.2944813",
                .init(to: point(48.8583701, 2.2944813, "Eiffel Tower"))
            ),
            ("https://www.google.com/maps/place/48.2,16.37/@48.21,16.38,17z", .init(to: point(48.21, 16.38))),
            ("https://www.google.com/maps/place/Eiffel+Tower", .init(to: .text("Eiffel Tower"))),
            ("https://www.google.com/maps/search/?api=1&query=48.2%2C16.37", .init(to: point(48.2, 16.37))),
            ("https://www.google.com/maps/search/Halver+Bahnhof/@51,7,13z", .init(to: .text("Halver Bahnhof"))),
            ("https://www.google.com/maps/@48.2,16.37,15z", .init(to: point(48.2, 16.37))),
            ("https://www.openstreetmap.org/?mlat=48.2&mlon=16.37#map=15/1/2", .init(to: point(48.2, 16.37))),
            ("https://www.openstreetmap.org/search?query=Halver#map=15/1/2", .init(to: .text("Halver"))),
            ("https://www.openstreetmap.org/#map=15/48.2/16.37&layers=N", .init(to: point(48.2, 16.37))),
            (
                "https://graphhopper.com/maps/?point=52.5,13.4&point=1,2&point=48.2%2C16.37_The+Hall&profile=bike",
                .init(from: point(52.5, 13.4), to: point(48.2, 16.37, "The Hall"), mode: .cycling)
            ),
            (
                "https://map.project-osrm.org/?z=13&center=1,2&loc=52.5,13.4&loc=48.2,16.37&srv=0",
                .init(from: point(52.5, 13.4), to: point(48.2, 16.37))
            ),
            (
                "http://router.project-osrm.org/route/v1/driving/13.4,52.5;16.37,48.2?overview=false",
                .init(from: point(52.5, 13.4), to: point(48.2, 16.37), mode: .driving)
            ),
            ("https://maps.apple.com/?ll=48.2,16.37", .init(to: point(48.2, 16.37))),
            (
                "https://maps.apple.com/?address=Stephansplatz%201,%20Wien&ll=48.2085,16.3731&q=Stephansdom",
                .init(to: point(48.2085, 16.3731, "Stephansdom"))
            ),
            (
                "https://maps.apple.com/?address=Stephansplatz%201,%20Wien&ll=48.2085,16.3731",
                .init(to: point(48.2085, 16.3731, "Stephansplatz 1, Wien"))
            ),
            (
                "https://maps.apple.com/place?coordinate=48.2,16.3&name=The%20Hall",
                .init(to: point(48.2, 16.3, "The Hall"))
            ),
            ("https://maps.apple.com/?q=48.2,16.3&ll=1,2", .init(to: point(48.2, 16.3))),
            ("https://maps.apple.com/?q=Halver&sll=48.2,16.3", .init(to: .text("Halver"))),
            ("https://maps.apple.com/?daddr=Halver&ll=48.2,16.3", .init(to: .text("Halver"))),
        ] as [(String, DirectionsRequest)])
    func maps(text: String, request: DirectionsRequest) throws {
        #expect(try DirectionsRequest(parsing: text) == request)
        #expect(DirectionsRequest(map: text) == request)
    }

    @Test(
        "are not taken for other pages, and other pages not for them",
        arguments: [
            "https://example.org/tour", "https://example.org/search?q=Halver", "https://example.org/place/Halver",
            "https://maps.example/", "Halver", "48.2,16.37", "https://example.org/?to=next",
        ])
    func pages(text: String) {
        #expect(DirectionsRequest(map: text) == nil)
    }

    @Test(
        "that lead nowhere are refused",
        arguments: [
            "", " \n", "geo:", "geo:91,0", "https://maps.example/", "https://maps.example/maps/dir/", "maps:",
            "https://maps.example/maps/dir//@1,2", "https://maps.example/?daddr=%00%1b", "google.navigation:",
            String(repeating: "x", count: 2049),
        ])
    func nowhere(text: String) {
        #expect(throws: (any Error).self) { try DirectionsRequest(parsing: text) }
    }

    @Test("Whatever the text, reading it ends, and its texts have one line")
    func hostile() {
        var generator = SplitMix64(seed: 5)
        let parts = [
            "geo:", "0,0", "?q=", "https://", "maps:", "/dir/", "&", "=", "%", "%0a", ";", "\u{1b}", "ä", "daddr",
            "route",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                parts[Int.random(in: parts.indices, using: &generator)]
            }
            .joined()
            guard let request = try? DirectionsRequest(parsing: text) else { continue }
            for case .text(let words)? in [request.origin, request.destination] {
                #expect(!words.isEmpty && !words.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
    }
}
