// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CompletionPlan {
    var fishScript: String {
        let arrivals = nodes.dropFirst().map { node in
            """
                        case \(node.arrivals.joined(separator: " "))
                            set at \(node.path)
            """
        }
        var lines = sharedOptions.map { fishOption($0, place: "") }
        for node in nodes {
            let place = "-n '_\(functionName)_at \(node.path)/' "
            for command in node.commands {
                lines.append("\(start)\(place)-a \(command.name) -d \(fishQuoted(command.summary))")
            }
            lines += node.options.map { fishOption($0, place: place) }
            let words = node.argumentWords.isEmpty ? [] : ["-a '\(node.argumentWords.joined(separator: " "))'"]
            lines += (words + node.argumentSources.map(fishSource)).map { "\(start)\(place)\($0)" }
        }
        return """
            # Completion of \(program) for fish.
            function _\(functionName)_at
                set -l at ''
                set -l words (commandline -opc)
                for word in $words[2..]
                    switch "$at/$word"
            \(arrivals.joined(separator: "\n"))
                    end
                end
                test "$at/" = $argv[1]
            end
            # What has been typed of a value, also behind "--option=".
            function _\(functionName)_word
                commandline -ct | string replace -r -- '^--[^=]*=' ''
            end
            complete -c \(program) -f
            \(lines.joined(separator: "\n"))

            """
    }

    private var start: String { "complete -c \(program) " }

    private func fishOption(_ option: OptionDefinition, place: String) -> String {
        let short = option.short.map { "-s \($0) " } ?? ""
        let head = "\(start)\(place)\(short)-l \(option.name) -d \(fishQuoted(option.description))"
        guard let value = option.value else { return head }
        let words = value.allowed.isEmpty ? nil : "-a '\(value.allowed.joined(separator: " "))'"
        let source = Self.source(of: value)
        // "-x" is a value that is no file; "-F" among the sources needs "-r".
        let switches = [source == "files" ? "-r" : "-x", words, source.map(fishSource)]
        return ([head] + switches.compactMap { $0 }).joined(separator: " ")
    }

    /// The switch of `complete` that offers words from a source.
    private func fishSource(_ source: String) -> String {
        switch source {
        case "files": "-F"
        case "directories": "-a '(__fish_complete_directories (_\(functionName)_word))'"
        default: "-a '(\(dynamicCall) \(source) -- (_\(functionName)_word) 2>/dev/null)'"
        }
    }

    private func fishQuoted(_ text: String) -> String {
        var result = ""
        for character in TextLayout.printable(text) {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return "'\(result)'"
    }
}
