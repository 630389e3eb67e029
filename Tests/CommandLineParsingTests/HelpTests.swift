// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Testing
import TextOutput

@Suite("Help")
struct HelpTests {
    private let table = SampleTable.player

    @Test("The program's help lists commands by group, options, examples and notes")
    func program() {
        #expect(
            table.help() == """
                oncue: Play music from the terminal.

                Usage
                  oncue [OPTIONS] COMMAND [ARGUMENTS]

                OnCue plays a folder of music.

                The daemon is started if none runs.

                Playback
                  play [PLACE...]    Play something, or go on playing.
                  pause              Pause.
                  seek POSITION      Move within the track.
                  volume [LEVEL]     Show or set the volume.
                  repeat MODE        Repeat the track or the queue.

                Queue
                  queue [COMMAND]    Show or change the queue.

                Library
                  library COMMAND    Look after the library.
                  search WORDS...    Find tracks, albums and artists.

                Help
                  help [COMMAND...]  Show help for the program or for one command.

                Options
                      --color WHEN  Use colours always, auto or never.
                  -v, --verbose     Say more; twice says most.
                  -h, --help        Show this help and exit.
                      --version     Show the version and exit.

                Examples
                  oncue play ~/Music
                      Play a folder.

                Exit status
                  0  Done.
                  2  Wrong words.

                Environment
                  NO_COLOR  If set, no colours are used.

                Help for one command: oncue help COMMAND

                """)
    }

    @Test("A command's help shows its ways of use, options and sub-commands")
    func command() {
        #expect(
            table.help(for: ["q"], width: 60) == """
                oncue queue: Show or change the queue.

                Usage
                  oncue queue [--json] [--limit COUNT]
                  oncue queue COMMAND [ARGUMENTS]

                Aliases
                  q

                Options
                  -j, --json         Write JSON.
                  -n, --limit COUNT  Show this many.

                Commands
                  add PLACE...  Add to the queue.
                  move FROM TO  Move an entry.
                  clear         Empty the queue.

                Global options
                      --color WHEN  Use colours always, auto or never.
                  -v, --verbose     Say more; twice says most.
                  -h, --help        Show this help and exit.

                """)
    }

    @Test("A narrow terminal puts long terms on lines of their own")
    func narrow() {
        #expect(
            table.help(for: ["queue", "add"], width: 10) == """
                oncue queue add: Add to the queue.

                Usage
                  oncue queue add [--next] [--tag
                      TAG]... PLACE...

                Arguments
                  PLACE  What to add.

                Options
                      --next  Add after the current
                              entry.
                  -t, --tag TAG
                              Mark it.

                Global options
                  --color WHEN
                              Use colours always, auto
                              or never.
                  -v, --verbose
                              Say more; twice says most.
                  -h, --help  Show this help and exit.

                """)
    }

    @Test("Accepted words are named unless the description does")
    func allowedWords() throws {
        let help = try #require(table.help(for: ["repeat"]))

        #expect(help.contains("  MODE  What to repeat. One of off, one or all.\n"))
        #expect(!table.help().contains("One of always"))
    }

    @Test("A program without commands shows its arguments")
    func server() {
        #expect(
            SampleTable.server.help() == """
                oncued: Serve music.

                Usage
                  oncued [OPTIONS] [ROOT...]

                Arguments
                  ROOT  Folders to serve.

                Options
                  -c, --config FILE  Read this configuration.
                  -h, --help         Show this help and exit.
                      --version      Show the version and exit.

                """)
    }

    @Test("There is no help for what does not exist")
    func unknown() {
        #expect(table.help(for: ["queue", "pley"]) == nil)
    }

    @Test("A long example is continued as a shell does")
    func longExample() {
        let table = CommandTable(
            program: "x", summary: "X.", version: "1",
            examples: [DocumentedTerm("x --first-option one --second-option two", "Both.")])

        #expect(
            table.help(width: 40).contains(
                """
                Examples
                  x --first-option one --second-option \\
                    two
                      Both.
                """))
    }

    @Test("Emphasis costs no room")
    func style() {
        let marked = HelpStyle(heading: { "<\($0)>" }, term: { "{\($0)}" })
        let plain = table.help(for: ["queue"], width: 50)

        let styled = table.help(for: ["queue"], width: 50, style: marked)

        #expect(styled?.contains("<Usage>\n") == true)
        #expect(styled?.contains("  {add PLACE...}  Add to the queue.\n") == true)
        #expect(styled?.filter { !"<>{}".contains($0) } == plain)
        #expect(table.help(style: .terminal).contains("\u{1B}[1mUsage\u{1B}[0m\n"))
    }

    @Test("No line is wider than asked, but for a single word", arguments: Array(40...100))
    func widths(width: Int) throws {
        for path in [[], ["play"], ["queue"], ["queue", "add"], ["search"], ["library"], ["help"]] {
            let help = try #require(table.help(for: path, width: width))
            for line in help.split(separator: "\n") where TextLayout.width(of: String(line)) > width {
                #expect(line.split(separator: " ").count == 1, "\(line)")
            }
            #expect(!help.contains(" \n"))
        }
    }

    @Test("The manual page names the words that are accepted, as help does")
    func manualPageWords() {
        let mode = ValueDefinition("MODE", allowed: ["off", "one", "all"])
        let table = CommandTable(
            program: "x", summary: "X.", version: "1",
            commands: [
                CommandDefinition(
                    "repeat", group: "Deeds", summary: "Repeat.",
                    arguments: [
                        ArgumentDefinition(
                            ValueDefinition("HOW", allowed: ["fast", "slow"]), description: "How to do it.")
                    ],
                    options: [OptionDefinition("mode", value: mode, description: "What to repeat.")])
            ], exitStatuses: [DocumentedTerm("0", "Done.")])

        let page = table.manualPage(of: table.commands[0], date: "2026-01-01", source: "X 1")

        #expect(page.contains("What to repeat. One of off, one or all.\n"))
        #expect(page.contains("How to do it. One of fast or slow.\n"))
    }

    @Test("The manual page has every part and escapes what roff would take")
    func manualPage() {
        let table = CommandTable(
            program: "x", summary: "X's \"back\\slash\".", discussion: ".dot\n\n'quote", version: "1",
            commands: [
                CommandDefinition(
                    "do", group: "Deeds", summary: "Do it.", discussion: "More.",
                    arguments: [ArgumentDefinition("WHAT", description: "The deed.")],
                    options: [OptionDefinition("now", short: "n", description: "At once.")])
            ], exitStatuses: [DocumentedTerm("0", "Done.")], seeAlso: ["y(1)", "z-d(8)"])

        let page = table.manualPage(date: "2026-01-01", source: "X 1")

        #expect(
            page.hasPrefix(
                #"""
                .TH "X" "1" "2026-01-01" "X 1"
                .SH NAME
                x \- X\(aqs \(dqback\(rsslash\(dq.
                .SH SYNOPSIS
                .nf
                \fBx\fR [OPTIONS] COMMAND [ARGUMENTS]
                .fi
                .SH DESCRIPTION
                \&.dot
                .PP
                \(aqquote
                .SH DEEDS
                .TP
                \fBx\-do(1)\fR
                Do it.
                .SH HELP
                """#))
        #expect(page.hasSuffix(".SH EXIT STATUS\n.TP\n\\fB0\\fR\nDone.\n.SH SEE ALSO\ny(1), z\\-d(8)\n"))
    }
    @Test("The manual page of a command has every way to call it, and what is below it")
    func commandPage() {
        let table = CommandTable(
            program: "x", summary: "X.", version: "1",
            commands: [
                CommandDefinition(
                    "do", group: "Deeds", summary: "Do it.", discussion: "More.",
                    arguments: [ArgumentDefinition("WHAT", description: "The deed.")],
                    options: [OptionDefinition("now", short: "n", description: "At once.")],
                    subcommands: [CommandDefinition("undo", summary: "Undo it.", discussion: "Much more.")],
                    runsAlone: true)
            ], exitStatuses: [DocumentedTerm("0", "Done.")])

        #expect(
            table.manualPage(of: table.commands[0], date: "2026-01-01", source: "X 1") == #"""
                .TH "X\-DO" "1" "2026-01-01" "X 1"
                .SH NAME
                x\-do \- Do it.
                .SH SYNOPSIS
                .nf
                \fBx do [\-\-now] WHAT\fR
                \fBx do undo\fR
                .fi
                .SH DESCRIPTION
                More.
                .SH ARGUMENTS
                .TP
                \fBWHAT\fR
                The deed.
                .SH OPTIONS
                .TP
                \fB\-n, \-\-now\fR
                At once.
                .SH COMMANDS
                .TP
                \fBx do undo\fR
                Undo it.
                .IP
                Much more.
                .SH SEE ALSO
                x(1), for the options of every command and the exit statuses

                """#)
    }
}
