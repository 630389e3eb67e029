// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The environment of a command.
package struct CommandContext: Sendable {
    let service: any CommandService
    var console: Console
    let files: LocalFiles
    let memory: PathMemory
    /// The address of the bus, for `status`.
    let busAddress: String
    let configuration: ConfigurationFile
    /// Draws covers, if enabled.
    package var pictures: any PictureDrawer
    /// Asks the user.
    package var questioner: any Questioner
    /// Opens files in an editor.
    package var editor: any FileEditing
    /// The bytes that arrive while a command runs.
    package var input: any ByteInput
    /// Listens and speaks.
    package var voice: any VoiceDevices
    /// Reaches other machines.
    package var machines: any RemoteMachines
    /// Pairs machines, and lists the paired ones.
    package var links: any MachineLinks
    /// Serves the page for browsers.
    package var pages: any PageServing
    /// Lets clients of other players control the service.
    package var clients: any ClientListening
    /// Shows the libraries of Subsonic servers.
    package var subsonic: any SubsonicAccess

    package init(
        service: any CommandService, console: Console, files: LocalFiles, memory: PathMemory,
        busAddress: String, configuration: ConfigurationFile, pictures: any PictureDrawer = NoPictures(),
        questioner: any Questioner = NoQuestioner(), editor: any FileEditing = NoEditor(),
        input: any ByteInput = NoInput(), voice: any VoiceDevices = NoVoice(),
        machines: any RemoteMachines = NoRemoteMachines(), links: any MachineLinks = NoMachineLinks(),
        pages: any PageServing = NoPageServing(),
        clients: any ClientListening = NoClientListening(), subsonic: any SubsonicAccess = NoSubsonic()
    ) {
        self.service = service
        self.console = console
        self.files = files
        self.memory = memory
        self.busAddress = busAddress
        self.configuration = configuration
        self.pictures = pictures
        self.questioner = questioner
        self.editor = editor
        self.input = input
        self.voice = voice
        self.machines = machines
        self.links = links
        self.pages = pages
        self.clients = clients
        self.subsonic = subsonic
    }
}
