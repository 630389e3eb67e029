// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueClient
import OnCueCore
import OnCueTerminal

/// Runs command lines against a fake service, in a folder of its own.
final class Session {
    let service: FakeService
    let folder: String
    let memory: PathMemory
    private let screen: Screen
    private(set) var data: RecordingSink
    private(set) var talk: RecordingSink
    /// Who is asked back.
    var questioner: any Questioner = NoQuestioner()
    var voice: any VoiceDevices = NoVoice()
    var machines: any RemoteMachines = NoRemoteMachines()
    var links: any MachineLinks = NoMachineLinks()
    var pages: any PageServing = NoPageServing()
    var subsonic: any SubsonicAccess = NoSubsonic()
    /// What changes files.
    var editor: any FileEditing = NoEditor()
    /// What comes while a command runs.
    var input: any ByteInput = NoInput()

    init(screen: Screen = Screen(), _ configure: (inout FakeService.State) -> Void = { _ in }) {
        service = FakeService(configure)
        self.screen = screen
        data = RecordingSink(screen)
        talk = RecordingSink(screen)
        var template = Array("/tmp/oncue-terminal-tests-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
        memory = PathMemory(directory: folder + "/runtime")
    }

    deinit {
        let files = [
            "/runtime/shown-paths", "/runtime/searches", "/runtime/found-podcasts", "/runtime/found-stations",
            "/runtime", "/song one.flac", "/song two.flac", "/Albums",
            "/odd\u{10FFFF}",
            "/0", "/config/oncue.conf", "/config/oncue.conf.draft", "/config", "/state/oncue.conf.good", "/state",
        ]
        for name in files { _ = (Array(folder.utf8) + RawWords.bytes(of: name) + [0]).withCString { remove($0) } }
        rmdir(folder)
    }

    func makeFile(_ name: String) {
        let path = Array(folder.utf8) + [UInt8(ascii: "/")] + RawWords.bytes(of: name) + [0]
        close(path.withCString { open($0, O_WRONLY | O_CREAT, 0o600) })
    }

    func makeFolder(_ name: String) {
        mkdir(folder + "/" + name, 0o700)
    }

    func makeLink(_ name: String, to target: String) {
        symlink(target, folder + "/" + name)
    }

    var files: LocalFiles { LocalFiles(workingDirectory: Array(folder.utf8)) }

    /// Runs one command line with fresh streams.
    @discardableResult
    func run(_ words: String...) async -> ExitStatus { await run(words) }

    @discardableResult
    func run(_ words: [String]) async -> ExitStatus {
        data = RecordingSink(screen)
        talk = RecordingSink(screen)
        return await Program.run(words, context)
    }

    /// What commands work with; the streams go on.
    var context: CommandContext {
        CommandContext(
            service: service, console: Console(data: data, talk: talk), files: files, memory: memory,
            busAddress: "unix:path=/run/test",
            configuration: ConfigurationFile(
                path: folder + "/config/oncue.conf", lastGoodPath: folder + "/state/oncue.conf.good"),
            questioner: questioner, editor: editor, input: input, voice: voice, machines: machines, links: links,
            pages: pages, subsonic: subsonic)
    }
}

extension [UInt8] {
    fileprivate func withCString<T>(_ body: (UnsafePointer<CChar>) -> T) -> T {
        map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an empty path") }
            return body(base)
        }
    }
}
