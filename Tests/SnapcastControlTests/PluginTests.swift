// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import SnapcastControl
import Testing

@Suite("The plugin of a stream")
struct PluginTests {
    private static func request(_ text: String) -> PluginRequest? { PluginRequest(Array(text.utf8)) }

    private static func control(_ parameters: String) -> PluginRequest? {
        request(#"{"id":"9","jsonrpc":"2.0","method":"Plugin.Stream.Player.Control","params":\#(parameters)}"#)
    }

    @Test(
        "does what buttons of apps ask for",
        arguments: [
            (#"{"command":"play","params":{}}"#, PlaybackCommand.resume), (#"{"command":"pause"}"#, .pause),
            (#"{"command":"playPause"}"#, .toggle), (#"{"command":"stop"}"#, .stop), (#"{"command":"next"}"#, .next),
            (#"{"command":"previous"}"#, .previous),
            (#"{"command":"seek","params":{"offset":-10.5}}"#, .seekBy(.milliseconds(-10_500))),
            (#"{"command":"setPosition","params":{"position":17}}"#, .seek(to: .seconds(17))),
            (#"{"command":"setPosition","params":{"position":-1}}"#, .seek(to: .zero)),
        ])
    func controls(parameters: String, command: PlaybackCommand) {
        #expect(Self.control(parameters) == .perform("9", [command]))
    }

    @Test(
        "sets what can be set",
        arguments: [
            (#"{"shuffle":true}"#, [PlaybackCommand.setShuffleMode(.tracks)]),
            (#"{"shuffle":false}"#, [.setShuffleMode(.off)]),
            (#"{"loopStatus":"none"}"#, [.setRepeatMode(.off)]), (#"{"loopStatus":"track"}"#, [.setRepeatMode(.one)]),
            (#"{"loopStatus":"playlist"}"#, [.setRepeatMode(.all)]), (#"{"volume":150}"#, [.setVolume(1)]),
            (#"{"mute":true,"volume":30}"#, [.setMuted(true), .setVolume(0.3)]), (#"{"rate":1.5}"#, [.setRate(1.5)]),
        ])
    func sets(parameters: String, commands: [PlaybackCommand]) {
        let request = Self.request(
            #"{"id":1,"jsonrpc":"2.0","method":"Plugin.Stream.Player.SetProperty","params":\#(parameters)}"#)

        #expect(request == .perform(1, commands))
    }

    @Test(
        "refuses the rest with a reason",
        arguments: [
            (#"{"id":1,"method":"Plugin.Stream.Player.Dance"}"#, -32601), (#"{"id":1,"method":"x"}"#, -32601),
            (#"{"id":1,"method":"Plugin.Stream.Player.Control"}"#, -32602),
            (
                #"{"id":1,"method":"Plugin.Stream.Player.Control","params":{"command":"seek","params":{"offset":1e300}}}"#,
                -32602
            ),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{"loopStatus":"often"}}"#, -32602),
            (#"{"id":1,"method":"Plugin.Stream.Player.SetProperty","params":{"rate":0}}"#, -32602),
        ])
    func refuses(text: String, code: Int) {
        guard case .refuse(1, let found, let message)? = Self.request(text) else {
            Issue.record("\(text) is not refused")
            return
        }
        #expect(found == code && !message.isEmpty)
    }

    @Test("is silent to what wants no answer", arguments: ["", "{", #"{"method":"Plugin.Stream.Ready"}"#, "[]", "1"])
    func silent(text: String) {
        #expect(Self.request(text) == nil)
    }

    @Test("tells what plays in the words of Snapcast")
    func tells() throws {
        var (player, entry) = (PluginPlayer(), PluginPlayer.Entry())
        (entry.identifier, entry.title, entry.artists, entry.album) = ("t:1", "Blue", ["Ada", "Ben"], "Sea")
        (entry.duration, entry.trackNumber, entry.cover) = (.milliseconds(61_500), 3, .init(data: "QQ==", kind: "png"))
        (player.status, player.repeatMode, player.isShuffled, player.volume) = (.playing, .all, true, 0.456)
        (player.position, player.canSeek, player.canGoNext, player.entry) = (.milliseconds(1_250), true, true, entry)

        let told = try JSONValue(parsing: player.notification)

        #expect(told["method"] == "Plugin.Stream.Player.Properties")
        let properties = try #require(told["params"])
        #expect(properties["playbackStatus"] == "playing" && properties["loopStatus"] == "playlist")
        #expect(properties["shuffle"] == true && properties["volume"] == 46 && properties["position"] == .double(1.25))
        #expect(
            properties["canGoNext"] == true && properties["canGoPrevious"] == false && properties["canSeek"] == true)
        let metadata = try #require(properties["metadata"])
        #expect(metadata["title"] == "Blue" && metadata["artist"] == ["Ada", "Ben"] && metadata["album"] == "Sea")
        #expect(metadata["duration"] == .double(61.5) && metadata["trackNumber"] == 3)
        #expect(metadata["artData"]?["data"] == "QQ==" && metadata["artData"]?["extension"] == "png")
        #expect(
            PluginPlayer().properties["metadata"] == nil && PluginPlayer().properties["playbackStatus"] == "stopped")
    }

    @Test("answers in one line each")
    func answers() {
        #expect(PluginRequest.ready == #"{"jsonrpc":"2.0","method":"Plugin.Stream.Ready"}"#)
        #expect(PluginRequest.answer("a", "ok") == #"{"jsonrpc":"2.0","id":"a","result":"ok"}"#)
        #expect(
            PluginRequest.failure(3, code: -32601, "no\nway")
                == #"{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no\nway"}}"#)
    }
}
