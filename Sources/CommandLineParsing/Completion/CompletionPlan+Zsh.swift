// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CompletionPlan {
    var zshScript: String {
        // "commands", "options" and "values" are taken: zsh has special parameters of such names.
        let arrivals = nodes.dropFirst().map { "            \($0.arrivals.joined(separator: "|"))) at=\($0.path) ;;" }
        let values = valueOptions.map { patterns, value in
            let source = Self.source(of: value) ?? ""
            return "        \(patterns.joined(separator: "|"))) choices=(\(value.allowed.joined(separator: " ")))"
                + " sources=(\(source)) ;;"
        }
        let places = nodes.compactMap { node in
            let settings = [
                ("verbs", node.commands.map { Self.quoted("\($0.name):\($0.summary)") }),
                ("flags", Self.zshOptions(node.options)), ("choices", node.argumentWords),
                ("sources", node.argumentSources),
            ]
            let lines = settings.filter { !$0.1.isEmpty }.map {
                "                \($0.0)=(\($0.1.joined(separator: " ")))"
            }
            let pattern = "            \(node.path.isEmpty ? "''" : node.path))\n"
            return lines.isEmpty ? nil : pattern + lines.joined(separator: "\n") + " ;;"
        }
        return """
            #compdef \(program)
            # Completion of \(program) for zsh.
            \(functionName)() {
                local cur=$words[CURRENT] prev=$words[CURRENT-1] at= i source
                local -a verbs flags shared choices sources
                if [[ $cur == --*=* ]]; then
                    prev=${cur%%=*}
                    compset -P '*='
                fi
                for (( i = 2; i < CURRENT; i++ )); do
                    case $at/$words[i] in
            \(arrivals.joined(separator: "\n"))
                        *) ;;
                    esac
                done
                case $at:$prev in
            \(values.joined(separator: "\n"))
                    *) shared=(\(Self.zshOptions(sharedOptions).joined(separator: " ")))
                    case $at in
            \(places.joined(separator: "\n"))
                    esac ;;
                esac
                [[ $PREFIX == -* ]] && (( $#shared )) && _describe -o option flags -- shared
                (( $#verbs )) && _describe -t commands command verbs
                (( $#choices )) && compadd -a choices
                for source in $sources; do
                    case $source in
                        files) _files ;;
                        directories) _files -/ ;;
                        *) compadd -- ${(f)"$(\(dynamicCall) $source "${(Q)PREFIX}" 2>/dev/null)"} ;;
                    esac
                done
            }
            if [[ $funcstack[1] == \(functionName) ]]; then
                \(functionName) "$@"
            else
                compdef \(functionName) \(program)
            fi

            """
    }

    private static func zshOptions(_ options: [OptionDefinition]) -> [String] {
        options.flatMap { option in option.forms.map { quoted("\($0):\(option.description)") } }
    }
}
