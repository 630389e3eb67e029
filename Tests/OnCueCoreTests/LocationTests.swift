// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Locations, and the URIs that they are handed on with")
struct LocationTests {
    // MARK: Positions

    @Test(
        "Degrees beyond the poles and the date line are no position",
        arguments: [
            (90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity),
        ])
    func impossible(latitude: Double, longitude: Double) {
        #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
    }

    @Test("From Alexanderplatz to the Brandenburg Gate are 2.5 km, and across the date line few metres")
    func distance() throws {
        let square = try #require(Coordinates(latitude: 52.521_9, longitude: 13.413_2))
        let gate = try #require(Coordinates(latitude: 52.516_3, longitude: 13.377_7))
        #expect((2_450...2_500).contains(square.distance(to: gate)))
        #expect(square.distance(to: gate) == gate.distance(to: square))
        #expect(square.distance(to: square) == 0)
        let east = try #require(Coordinates(latitude: 0, longitude: 179.999_9))
        let west = try #require(Coordinates(latitude: 0, longitude: -179.999_9))
        #expect((22...23).contains(east.distance(to: west)))
    }

    // MARK: geo:

    @Test(
        "A geo: URI gives position, height and uncertainty, in any order and case",
        arguments: [
            "geo:48.2010,16.3695,183;u=40", "GEO:48.201,16.3695,183;crs=wgs84;u=40",
            "geo:48.201,16.3695,183;U=40;CRS=WGS84",
            "geo:48.201,16.3695,183;foo=b%2Car;u=40;bar", "geo:48.201,-343.6305,183;u=%340",
        ])
    func reading(text: String) throws {
        let uri = try GeoURI(parsing: text)
        #expect(uri.coordinates.description == "48.201, 16.3695")
        #expect(uri.altitude == 183)
        #expect(uri.uncertainty == 40)
        #expect(uri.description == "geo:48.201,16.3695,183;u=40")
    }

    @Test("The longitude means nothing at a pole, and wraps around at the date line")
    func wrapping() throws {
        #expect(try GeoURI(parsing: "geo:90,-22.43").description == "geo:90,0")
        #expect(try GeoURI(parsing: "geo:10,190").description == "geo:10,-170")
        #expect(try GeoURI(parsing: "geo:10,-190.5").description == "geo:10,169.5")
    }

    @Test(
        "What is not a position on Earth is refused, with the reason",
        arguments: [
            ("https://example.org", GeoURIError.notGeo), ("geo:", .noPosition), ("geo:1", .noPosition),
            ("geo:1,2,3,4", .noPosition), ("geo:91,0", .noPosition), ("geo:0,361", .noPosition),
            ("geo:1e1,2", .noPosition), ("geo:+1,2", .noPosition), ("geo:1.,2", .noPosition), ("geo:.5,2", .noPosition),
            ("geo:--1,2", .noPosition), ("geo:1.2.3,2", .noPosition), ("geo:1, 2", .noPosition),
            ("geo:nan,0", .noPosition),
            ("geo:1,2;u=-5", .noPosition), ("geo:323482,4306480;crs=EPSG:32618;u=20", .noPosition),
            ("geo:1,2;crs=moon", .unknownReference("moon")),
            ("geo:0,0?q=Abbey+Road%2C+London", .search("Abbey Road, London")),
        ])
    func refusing(text: String, error: GeoURIError) {
        #expect(throws: error) { try GeoURI(parsing: text) }
    }

    @Test("The query of Android's maps names a position, and is ignored otherwise")
    func query() throws {
        let named = try GeoURI(parsing: "geo:0,0?q=52.5,13.4(Waldb%C3%BChne)")
        #expect(named.coordinates.description == "52.5, 13.4")
        #expect(named.label == "Waldbühne")
        let zoomed = try GeoURI(parsing: "geo:52.5,13.4?z=12&q=coffee")
        #expect(zoomed.coordinates.description == "52.5, 13.4")
        #expect(zoomed.label == nil)
    }

    @Test("What is written is read as it was, for positions all over the world")
    func roundTrip() throws {
        var generator = SplitMix64(seed: 4)
        for _ in 0..<200 {
            let point = try #require(
                Coordinates(
                    latitude: .random(in: -90...90, using: &generator),
                    longitude: .random(in: -180...180, using: &generator)))
            let again = try GeoURI(parsing: GeoURI(point).description)
            #expect(again.coordinates.distance(to: point) < 0.2, "\(point)")
        }
        let small = try #require(Coordinates(latitude: -0.000_05, longitude: 0.000_000_1))
        #expect(GeoURI(small).description == "geo:-0.00005,0")
    }

    // MARK: Locations

    @Test("A location is always named: by its address, its position or its number where it has no name")
    func names() throws {
        let address = PostalAddress(street: "Glockenturmstr. 1", postalCode: "14053", city: "Berlin", country: "DE")
        let point = Coordinates(latitude: 52.5, longitude: 13.25)
        #expect(Location(name: " Wald\u{202e}bühne\n", address: address)?.name == "Wald bühne")
        #expect(Location(name: "", address: address)?.name == "Glockenturmstr. 1, 14053 Berlin, DE")
        #expect(Location(name: "", coordinates: point)?.name == "52.5, 13.25")
        #expect(Location(name: "", telephones: ["030 1234"])?.name == "030 1234")
        #expect(Location(name: "\u{7}", telephones: ["call me"]) == nil)
        let city = Location(name: "Berlin", address: PostalAddress(city: "Berlin", country: "DE"))
        #expect(city?.line == "Berlin, DE")
        #expect(Location(name: "Waldbühne", address: address)?.line == "Waldbühne, Glockenturmstr. 1, 14053 Berlin, DE")
    }

    @Test("It can be navigated to with a position or an address, and called with a number, where its source allows it")
    func abilities() throws {
        let bare = try #require(Location(name: "Somewhere"))
        #expect(!bare.supportsNavigation && !bare.supportsCalls)
        var full = try #require(
            Location(name: "Bar", address: PostalAddress(city: "Halver"), telephones: ["+49 (0)2353 7299"]))
        #expect(full.supportsNavigation && full.supportsCalls)
        (full.allowsNavigation, full.allowsCalls) = (false, false)
        #expect(!full.supportsNavigation && !full.supportsCalls)
    }

    @Test(
        "Telephone numbers are dialled without what makes them readable",
        arguments: [
            ("+49 (0)30 901820", "+4930901820"), ("(030) 90-18.20", "030901820"), ("+1/555\u{A0}0100", "+15550100"),
            ("110", "110"),
        ])
    func dialling(text: String, number: String) {
        #expect(Location.number(text) == number)
        #expect(Location(name: "x", telephones: [text])?.telephoneURI == "tel:" + number)
    }

    @Test(
        "What cannot be dialled is not a number",
        arguments: [
            "", "12", "0800 CALL ME", "tel:110", "*#21#", "1;ext=5", "123456789012345678901",
        ])
    func undialled(text: String) {
        #expect(Location.number(text) == nil)
    }

    @Test("Texts of any length are brought into bounds")
    func bounds() throws {
        let long = String(repeating: "ä", count: 1_000_000)
        let location = try #require(
            Location(
                name: long, address: PostalAddress(street: long, city: long),
                telephones: (0..<100).map { "030 \(1000 + $0)" }))
        #expect(location.name.utf8.count <= Location.textLimit)
        #expect(location.address.street.utf8.count <= Location.textLimit)
        #expect(location.telephones.count == Location.telephoneLimit)
    }
}
