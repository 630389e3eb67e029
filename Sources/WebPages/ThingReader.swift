// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Reads the properties of things, each of which may be one value or several, a text or a thing.
struct ThingReader {
    let graph: ThingGraph
    let addresses: PageAddresses

    func types(_ thing: Int) -> [String] { graph.things[thing].types }

    func values(_ thing: Int, _ names: String...) -> [ThingGraph.Value] {
        names.flatMap { graph.things[thing].properties[$0] ?? [] }
    }

    func things(_ thing: Int, _ names: String...) -> [Int] {
        names.flatMap { graph.things[thing].properties[$0] ?? [] }.compactMap(graph.thing)
    }

    /// Everything that a thing refers to, in the order of the page.
    func parts(_ thing: Int) -> [Int] {
        Set(graph.things[thing].properties.values.joined().compactMap(graph.thing)).sorted()
    }

    /// The first text of the properties that is not empty; of a thing, its name.
    func text(_ thing: Int, _ names: String...) -> String {
        for name in names {
            for value in graph.things[thing].properties[name] ?? [] {
                let text = text(value)
                if !text.isEmpty { return text }
            }
        }
        return ""
    }

    func text(_ value: ThingGraph.Value) -> String {
        switch value {
        case .text(let text): return text.pageLine
        case .number(let number): return Int(exactly: number).map(String.init) ?? String(number)
        case .thing, .reference:
            guard let thing = graph.thing(value) else { return "" }
            for case .text(let name) in graph.things[thing].properties["name"] ?? [] { return name.pageLine }
            return ""
        }
    }

    /// The first address of the properties; of a thing, that of its content or of its page.
    func address(_ thing: Int, _ names: String...) -> String? {
        for name in names {
            for value in graph.things[thing].properties[name] ?? [] {
                if let address = address(value) { return address }
            }
        }
        return nil
    }

    func address(_ value: ThingGraph.Value) -> String? {
        switch value {
        case .text(let text): return addresses.web(text)
        case .number: return nil
        case .thing, .reference:
            if let thing = graph.thing(value) {
                for name in ["contentUrl", "url", "urlTemplate", "embedUrl"] {
                    for case .text(let text) in graph.things[thing].properties[name] ?? [] {
                        if let address = addresses.web(text) { return address }
                    }
                }
                return graph.things[thing].id.flatMap(addresses.web)
            }
            if case .reference(let id) = value { return addresses.web(id) }
            return nil
        }
    }

    func number(_ thing: Int, _ names: String...) -> Double? {
        for name in names {
            for value in graph.things[thing].properties[name] ?? [] {
                switch value {
                case .number(let number): return number
                case .text(let text):
                    let trimmed = text.filter { !$0.isWhitespace }
                    if let number = Double(trimmed), number.isFinite { return number }
                case .thing, .reference: break
                }
            }
        }
        return nil
    }

    func duration(_ thing: Int, _ names: String...) -> Duration? {
        for name in names {
            for value in graph.things[thing].properties[name] ?? [] {
                switch value {
                case .number(let seconds):
                    if seconds > 0, seconds < PageDuration.limit { return .milliseconds(Int64(seconds * 1000)) }
                case .text(let text): if let duration = PageDuration.parse(text) { return duration }
                case .thing, .reference: break
                }
            }
        }
        return nil
    }

    /// The first date of the properties, in the extended form of ISO 8601; empty if there is none.
    func date(_ thing: Int, _ names: String...) -> String {
        for name in names {
            for value in graph.things[thing].properties[name] ?? [] {
                switch value {
                case .text(let text): if let date = PageDate.normalized(text.pageLine) { return date }
                // A page may give a year, or 20261211, without quotes.
                case .number(let number):
                    if let date = Int(exactly: number).flatMap({ PageDate.normalized(String($0)) }) { return date }
                case .thing, .reference: break
                }
            }
        }
        return ""
    }

    // MARK: Places

    /// The location that a value is: a place with its parts, or its name.
    func location(_ value: ThingGraph.Value) -> Location? {
        if let thing = graph.thing(value) { return location(thing) }
        if case .text(let text) = value { return Location(name: text.pageLine) }
        return nil
    }

    func location(_ thing: Int) -> Location? {
        guard !types(thing).contains("VirtualLocation") else { return nil }
        if types(thing).contains("PostalAddress") { return Location(name: text(thing, "name"), address: postal(thing)) }
        var address = PostalAddress()
        for value in values(thing, "address") {
            if let part = graph.thing(value) {
                address = postal(part)
            } else if case .text(let line) = value {
                address.street = line.pageLine
            }
            if !address.isEmpty { break }
        }
        return Location(
            name: text(thing, "name"), address: address, coordinates: coordinates(thing),
            telephones: values(thing, "telephone").prefix(Location.telephoneLimit).map(telephone))
    }

    private func telephone(_ value: ThingGraph.Value) -> String {
        let text = if case .reference(let address) = value { address.pageLine } else { text(value) }
        return text.prefix(4).lowercased() == "tel:" ? String(text.dropFirst(4)) : text
    }

    private func postal(_ thing: Int) -> PostalAddress {
        PostalAddress(
            street: text(thing, "streetAddress"), postalCode: text(thing, "postalCode"),
            city: text(thing, "addressLocality"), region: text(thing, "addressRegion"),
            country: text(thing, "addressCountry"))
    }

    private func coordinates(_ thing: Int) -> Coordinates? {
        for geo in things(thing, "geo") + [thing] {
            guard let latitude = number(geo, "latitude"), let longitude = number(geo, "longitude"),
                latitude != 0 || longitude != 0
            else { continue }
            if let point = Coordinates(latitude: latitude, longitude: longitude) { return point }
        }
        return nil
    }
}
