// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import Testing

@Suite("Parsing")
struct ParsingTests {
    private let table = SampleTable.player

    private func parse(_ line: String) throws(UsageError) -> ParsedCommand {
        try table.parse(line.split(separator: " ").map(String.init))
    }

    @Test("The sample tables have no mistakes")
    func problems() {
        #expect(table.problems == [])
        #expect(SampleTable.server.problems == [])
    }

    @Test("A command takes its arguments")
    func arguments() throws {
        let command = try parse("play Albums/Blue Tracks")

        #expect(command.request == .run)
        #expect(command.path == ["play"])
        #expect(command.arguments("PLACE") == ["Albums/Blue", "Tracks"])
        #expect(!command.has("wait"))
    }

    @Test("An alias leads to the command's name")
    func alias() throws {
        #expect(try parse("q add x").path == ["queue", "add"])
        #expect(try parse("p").path == ["play"])
    }

    @Test("A command with sub-commands may run alone, or may not")
    func subcommands() throws {
        #expect(try parse("queue --json").path == ["queue"])
        #expect(try parse("library scan").path == ["library", "scan"])
        #expect(throws: UsageError.self) { try parse("library") }
    }

    @Test(
        "Values are read in every form",
        arguments: ["--limit 5", "--limit=5", "-n 5", "-n5", "-n=5", "-jn5", "-jn 5"])
    func values(form: String) throws {
        let command = try parse("queue \(form)")

        #expect(try command.integer("limit", in: 1...9) == 5)
        #expect(command.has("json") == form.contains("j"))
    }

    @Test("A value may be empty, contain an equals sign or be a lone dash")
    func oddValues() throws {
        #expect(try parse("queue --limit=").option("limit") == "")
        #expect(try parse("queue --limit=a=b").option("limit") == "a=b")
        #expect(try parse("queue --limit -").option("limit") == "-")
        #expect(try table.parse(["queue", "-n", ""]).option("limit") == "")
    }

    @Test("Global options stand before or after the command")
    func globalOptions() throws {
        #expect(try parse("--color never pause").option("color") == "never")
        #expect(try parse("pause --color=always").option("color") == "always")
        #expect(try parse("-v pause -v").count(of: "verbose") == 2)
        #expect(try parse("pause -vv").count(of: "verbose") == 2)
    }

    @Test("Options may stand between and after arguments until two dashes")
    func order() throws {
        let command = try parse("search kind --json of -- --limit blue -n --")

        #expect(command.arguments("WORDS") == ["kind", "of", "--limit", "blue", "-n", "--"])
        #expect(command.has("json"))
        #expect(!command.has("limit"))
    }

    @Test("Negative numbers are arguments where the command says so", arguments: ["-10", "+10", "-1:30", "-.5", "90"])
    func negativeNumbers(word: String) throws {
        #expect(try parse("seek \(word)").argument("POSITION") == word)
        #expect(try parse("volume \(word)").argument("LEVEL") == word)
        #expect(try parse("queue --limit \(word)").option("limit") == word)
    }

    @Test("Negative numbers are unknown options elsewhere")
    func negativeNumbersElsewhere() {
        let error = #expect(throws: UsageError.self) { try parse("pause -10") }

        #expect(error?.message == "oncue pause: unknown option -10 (oncue help pause lists the options)")
    }

    @Test("A repeating option keeps all its values in order")
    func repeatingOption() throws {
        let command = try parse("queue add x -t a --tag=b")

        #expect(command.options("tag") == ["a", "b"])
        #expect(command.option("tag") == "b")
    }

    @Test("An option of the command above counts where the sub-command knows it too")
    func optionAbove() throws {
        #expect(try parse("queue --json clear").has("json"))
        #expect(throws: UsageError.self) { try parse("queue --json move 1 2") }
        #expect(throws: UsageError.self) { try parse("queue --limit 3 clear") }
    }

    @Test("Help is found anywhere, even beside mistakes")
    func help() throws {
        let lines: [String: [String]] = [
            "--help": [], "-h": [], "--help queue": ["queue"], "queue add -h": ["queue", "add"],
            "play --bogus --help": ["play"], "help": [], "help queue": ["queue"], "help q add": ["queue", "add"],
            "library --help": ["library"], "--help pley": [], "queue --limit --help": ["queue"],
            "help --help": ["help"], "seek -h": ["seek"], "-vh pause": ["pause"],
        ]
        for (line, path) in lines {
            let command = try parse(line)
            #expect(command.request == .help, "\(line)")
            #expect(command.path == path, "\(line)")
        }
        #expect(try parse("search -- --help").request == .run)
    }

    @Test("The version is found and needs no command")
    func version() throws {
        #expect(try parse("--version").request == .version)
        #expect(try parse("pause --version").request == .version)
        #expect(try SampleTable.server.parse(["--version"]).request == .version)
    }

    @Test("Nothing at all is a request of its own where commands exist")
    func empty() throws {
        #expect(try table.parse([]).request == .overview)
        #expect(try SampleTable.server.parse([]).request == .run)
    }

    @Test("A program without commands takes arguments and options itself")
    func server() throws {
        let command = try SampleTable.server.parse(["-c", "x.conf", "one", "two"])

        #expect(command.path == [])
        #expect(command.call == "oncued")
        #expect(command.option("config") == "x.conf")
        #expect(command.arguments("ROOT") == ["one", "two"])
    }

    @Test("Words are dealt to required arguments first")
    func distribution() throws {
        let copy = CommandTable(
            program: "cp", summary: "Copy.", version: "1",
            arguments: [
                ArgumentDefinition("SOURCE", .oneOrMore, description: "From."),
                ArgumentDefinition("TARGET", description: "To."),
            ])

        let command = try copy.parse(["a", "b", "c"])

        #expect(command.arguments("SOURCE") == ["a", "b"])
        #expect(command.argument("TARGET") == "c")
        #expect(throws: UsageError.self) { try copy.parse(["a"]) }
    }

    @Test("Ten thousand words are read")
    func manyWords() throws {
        let words = (0..<10_000).map { "word\($0)" }

        #expect(try table.parse(["search"] + words).arguments("WORDS") == words)
        #expect(try table.parse(["queue", "add", "x"] + words.map { "--tag=\($0)" }).options("tag") == words)
        #expect(try table.parse(["pause"] + words.map { _ in "-v" }).count(of: "verbose") == 10_000)
    }

    @Test("Typed accessors read values and name wrong ones")
    func typedAccess() throws {
        #expect(try parse("seek 90").required("POSITION", { Int($0) }) == 90)
        #expect(try parse("volume").argument("LEVEL", { Int($0) }) == nil)
        let error = #expect(throws: UsageError.self) {
            try parse("seek abc").required("POSITION") { Int($0) }
        }
        #expect(error?.message == #"oncue seek: "abc" is not a position; expected 1:30, 90, +10 or -10"#)
        let range = #expect(throws: UsageError.self) {
            try parse("search x --limit 500").integer("limit", in: 1...100)
        }
        #expect(range?.message == #"oncue search: --limit: "500" is not a number from 1 to 100"#)
    }

    @Test("Asking for an undeclared name stops the program")
    func undeclared() async {
        await #expect(processExitsWith: .failure) {
            _ = try SampleTable.player.parse(["pause"]).has("jsn")
        }
        await #expect(processExitsWith: .failure) {
            _ = try SampleTable.player.parse(["pause"]).argument("PLACE")
        }
    }

    @Test("Mistakes in a table are found")
    func tableProblems() {
        let table = CommandTable(
            program: "x", summary: "X.", version: "1",
            commands: [
                CommandDefinition("a b", summary: ""),
                CommandDefinition("c", summary: "C.", options: [OptionDefinition("help", description: "Mine.")]),
                CommandDefinition("c", summary: "C again."),
                CommandDefinition(
                    "d", summary: "D.",
                    arguments: [
                        ArgumentDefinition("A", .any, description: "A."),
                        ArgumentDefinition(
                            ValueDefinition("B", allowed: ["$(reboot)"], completion: .dynamic("a;b")), .any,
                            description: "B."),
                    ]),
            ])

        #expect(
            table.problems == [
                "x has c more than once.", "x has a command with the unusable name \"a b\".", "x a b has no summary.",
                "x c has --help more than once.", "x d has more than one repeating argument.",
                "x d has the unusable word \"$(reboot)\" among those accepted for B.",
            ])
    }
}
