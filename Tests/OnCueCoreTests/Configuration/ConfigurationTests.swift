// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("The configuration")
struct ConfigurationTests {
    @Test("has a default, a description and bounds for every key, and the default is within them")
    func table() {
        let names = ConfigurationKey.all.map(\.name)
        #expect(Set(names).count == names.count)
        for key in ConfigurationKey.all {
            #expect(key.value(key.standard) != nil, "\(key.name)")
            #expect(key.summary.hasSuffix(".") && !key.expected.isEmpty, "\(key.name)")
            #expect(key.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E }, "\(key.name)")
        }
        // Keys of a group stand together, as the example and the manual page show them.
        #expect(Set(ConfigurationKey.groups).count == ConfigurationKey.groups.count)
    }

    @Test("means what it did before there was a file")
    func defaults() {
        let configuration = Configuration()

        #expect(configuration.outputs == [.automatic])
        #expect(configuration.outputReturn == OutputPolicy.Rules().returnWindow)
        #expect(configuration.resumeLength == ListeningRules().longDuration)
        #expect(!configuration.resumesPlaying)
        #expect(configuration.refreshInterval == .seconds(7200))
        #expect(configuration.checkInterval == .seconds(900))
        #expect(configuration.cacheSize == 200 << 20)
        #expect(configuration.providerDeadline == .seconds(2))
        #expect(configuration.logLevel == "info")
    }

    @Test("takes the least and the greatest number, and nothing beyond or beside them")
    func bounds() {
        for key in ConfigurationKey.all {
            guard let bounds = key.bounds else { continue }
            let (least, most) = (bounds.lowerBound, bounds.upperBound)
            for number in [least, most] {
                #expect(key.value(Self.text(number)) == .number(number), "\(key.name)")
            }
            for text in [Self.text(least - 0.5), Self.text(most + 1), "", "-1", "+2", "1e1", "0x10", "nan", "2 ", "2."]
            {
                #expect(key.value(text) == nil, "\(key.name)=\(text)")
            }
        }
        #expect(ConfigurationKey.outputReturn.value("1.5") == nil)
        #expect(ConfigurationKey.providerDeadline.value("1.5") == .number(1.5))
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }

    @Test(
        "takes words and outputs as they are written, and no others",
        arguments: [
            ("log.level", "debug", true), ("log.level", "Debug", false), ("log.level", "", false),
            ("playback.resume-playing", "true", true), ("playback.resume-playing", "yes", false),
            ("playback.output", "auto,silent", true), ("playback.output", "alsasink,/tmp/a b.wav", true),
            ("playback.output", "auto,", false), ("playback.output", "speakers", false),
        ])
    func words(name: String, text: String, isGood: Bool) throws {
        let key = try #require(ConfigurationKey.named(name))
        #expect((key.value(text) != nil) == isGood)
    }

    @Test("reads a file, and knows what it set")
    func reading() {
        let reading = ConfigurationReading("[playback]\nresume-length=45\n[log]\nlevel=debug\n")

        #expect(reading.problems.isEmpty && reading.isUsable)
        #expect(reading.configuration.resumeLength == .seconds(2700))
        #expect(reading.configuration.logLevel == "debug")
        #expect(reading.configuration.source(.logLevel) == .file)
        #expect(reading.configuration.source(.output) == .standard)
        #expect(reading.configuration.changes(from: Configuration()) == [.resumeLength, .logLevel])
    }

    @Test(
        "tells a mistake with its line and what would be right",
        arguments: [
            (
                "[playback]\n\noutput-return=-5\n", 3,
                "playback.output-return cannot be \"-5\"; expected 0 to 86400 seconds"
            ),
            (
                "[log]\nlevel=debgu", 2,
                "log.level cannot be \"debgu\"; expected error, warning, info, debug or trace (did you mean debug?)"
            ),
            ("[log]\nlevel=", 2, "log.level cannot be nothing; expected error, warning, info, debug or trace"),
            ("[log\nlevel=info", 1, "expected a group in brackets, such as [playback]"),
            ("level=info", 1, "\"level\" comes before the first [group]"),
            ("[log]\ninfo", 2, "expected KEY=VALUE, a [group], or # before a comment"),
        ])
    func mistakes(text: String, line: Int, message: String) {
        let reading = ConfigurationReading(text)
        #expect(reading.problems.first == ConfigurationProblem(line: line, message: message))
        #expect(!reading.isUsable)
    }

    @Test("takes the last of several lines that set the same key, and tells of both")
    func repeated() {
        let reading = ConfigurationReading("[log]\nlevel=info\nlevel=debug\n[playback]\n[log]\nlevel=trace\n")

        #expect(reading.isUsable && reading.configuration.logLevel == "trace")
        #expect(reading.configuration.line(.logLevel) == 6)
        #expect(
            reading.problems.map(\.sentence) == [
                "line 3: log.level is set in line 2, too; this line counts",
                "line 6: log.level is set in line 3, too; this line counts",
            ])
        #expect(!ConfigurationReading("[log]\nlevel=info\nlevel=loud\n").isUsable)
    }

    @Test(
        "names the nearest of a key or group that nobody knows, and takes the rest",
        arguments: [
            (
                "[playback]\noutput-retrun=5", 2,
                "there is no key \"output-retrun\" below [playback]; did you mean output-return?"
            ),
            ("[playbak]\noutput-return=5", 1, "there is no group [playbak]; did you mean [playback]?"),
            ("[log]\nresume-length=5", 2, "resume-length belongs below [playback], not [log]"),
            ("[log]\nzebra=5", 2, "there is no key \"log.zebra\"; list them with: oncue config"),
            ("[keys]\nbogus=z", 2, "there is no key \"keys.bogus\"; list them with: oncue config --json"),
        ])
    func unknown(text: String, line: Int, message: String) {
        let reading = ConfigurationReading(text + "\n[artwork]\ncache-size=300\n")
        #expect(reading.problems == [ConfigurationProblem(line: line, message: message, isFatal: false)])
        #expect(reading.isUsable && reading.configuration.cacheSize == 300 << 20)
    }

    @Test("is that of the last good file as long as the file is broken, and the default without a file")
    func choice() {
        let good = ConfigurationText.text("[log]\nlevel=debug\n")
        let broken = ConfigurationText.text("[log]\nlevel=loud\n")

        #expect(ConfigurationChoice(good, lastGood: .missing).configuration.logLevel == "debug")
        #expect(ConfigurationChoice(good, lastGood: .missing).goodText == "[log]\nlevel=debug\n")
        #expect(ConfigurationChoice(.missing, lastGood: good).configuration.logLevel == "info")
        for text in [broken, .unreadable("cannot read it")] {
            let choice = ConfigurationChoice(text, lastGood: good)
            #expect(choice.configuration.logLevel == "debug")
            #expect(!choice.isFromFile && choice.goodText == nil && choice.problems.count == 1)
            #expect(ConfigurationChoice(text, lastGood: broken).configuration.logLevel == "info")
        }
    }

    @Test("is overridden by the command line")
    func overriding() {
        var options = Configuration()
        let (isSet, isRefused) = (
            options.set(.logLevel, to: "trace", source: .commandLine),
            !options.set(.resumeLength, to: "0", source: .commandLine)
        )
        #expect(isSet && isRefused)
        let file = ConfigurationReading("[log]\nlevel=debug\n[playback]\nresume-length=45\n").configuration

        let merged = file.overridden(by: options)

        #expect(merged.logLevel == "trace" && merged.source(.logLevel) == .commandLine)
        #expect(merged.resumeLength == .seconds(2700))
    }

    @Test("tells twenty problems at most, counts those behind them, and knows them all")
    func manyProblems() {
        let unknown = ConfigurationReading("[log]\n" + String(repeating: "levle=info\n", count: 1000))
        #expect(unknown.problems.count == ConfigurationReading.longestList + 1)
        #expect(unknown.problems.last?.sentence == "and 980 more are wrong")
        #expect(unknown.isUsable && unknown.problems.allSatisfy { !$0.isFatal })

        let broken = ConfigurationReading("[log]\n" + String(repeating: "levle=info\n", count: 30) + "level\n")
        #expect(!broken.isUsable, "also by what is not told")
    }

    @Test("is read behind the mark that some editors put in front of a file")
    func byteOrderMark() {
        let reading = ConfigurationReading("\u{FEFF}[log]\nlevel=debug\n")
        #expect(reading.problems.isEmpty)
        #expect(reading.configuration.logLevel == "debug")
    }
}
