// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import XMLReading

/// Lists of subscriptions, as podcast programs exchange them.
package enum OPML {
    /// The maximum number of feeds that are taken from one document.
    package static let feedLimit = 5000

    package struct Outline: Sendable, Equatable {
        package var title: String
        package var address: String

        package init(title: String, address: String) {
            self.title = title
            self.address = address
        }
    }

    /// Returns the feeds in a document, at any depth, each once.
    ///
    /// - Throws: ``FeedError`` for text that is not OPML.
    package static func parse(_ bytes: [UInt8]) throws(FeedError) -> [Outline] {
        var found: [Outline] = []
        var known: Set<String> = []
        var isOPML = false
        var first = ""
        do throws(XMLReadError) {
            try XMLReader.read(bytes) { event in
                guard case .start(let element) = event else { return true }
                let name = element.name.local.lowercased()
                if !isOPML {
                    isOPML = name == "opml"
                    first = name
                    return isOPML
                }
                guard name == "outline", let address = value("xmlUrl", of: element).flatMap(FeedText.address) else {
                    return true
                }
                if known.insert(address).inserted {
                    let title = value("text", of: element) ?? value("title", of: element) ?? ""
                    found.append(Outline(title: FeedText.line(title, limit: FeedParser.titleLimit), address: address))
                }
                return found.count < feedLimit
            }
        } catch {
            throw FeedError("it is not a list of feeds (OPML): \(error.message)")
        }
        guard isOPML else {
            throw FeedError(
                ["rss", "feed", "rdf"].contains(first)
                    ? "it is a feed, not a list of feeds (OPML); subscribe to its address with: oncue podcast add URL"
                    : "it is not a list of feeds (OPML)")
        }
        return found
    }

    /// Names of attributes are written in any case.
    private static func value(_ name: String, of element: XMLElement) -> String? {
        let name = name.lowercased()
        return element.attributes.first { $0.name.local.lowercased() == name }?.value
    }

    package static func write(_ outlines: [Outline]) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n"
        text += "  <head>\n    <title>Podcasts of OnCue</title>\n  </head>\n  <body>\n"
        for outline in outlines {
            let (title, address) = (escaped(outline.title), escaped(outline.address))
            text += "    <outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(address)\"/>\n"
        }
        return text + "  </body>\n</opml>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { out, scalar in
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            // XML has no way to write these.
            case _ where scalar.value < 0x20: out += " "
            case _ where scalar.isSteering: out += "&#\(scalar.value);"
            default: out.unicodeScalars.append(scalar)
            }
        }
    }
}
