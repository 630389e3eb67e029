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
            ("48.2, 16.37", .init(to: point(48.2, 16.37))),
            ("  Bahnhofstr. 7\n Halver ", .init(to: .text("Bahnhofstr. 7 Halver"))),
        ] as [(String, DirectionsRequest)])
    func forms(text: String, request: DirectionsRequest) throws {
        #expect(try DirectionsRequest(parsing: text) == request)
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
        var generator = SystemRandomNumberGenerator()
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
