// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CompletionPlan {
    var bashScript: String {
        let arrivals = nodes.dropFirst().map { "            \($0.arrivals.joined(separator: " | "))) at=\($0.path) ;;" }
        let values = valueOptions.map { patterns, value in
            "        \(patterns.joined(separator: " | "))) \(Self.bashValues(value)) ;;"
        }
        let places = nodes.compactMap { node in
            let settings = Self.bashSettings([
                ("words", node.commands.map(\.name) + node.argumentWords),
                ("options", node.options.map(\.longForm)), ("sources", node.argumentSources),
            ])
            return settings.isEmpty ? nil : "            \(node.path.isEmpty ? "''" : node.path)) \(settings) ;;"
        }
        return """
            # Completion of \(program) for bash.
            \(functionName)() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} first=$COMP_CWORD at= i
                local words= options= shared= sources= source line
                # Readline splits words at "=" and ":".
                if [[ $cur == '=' ]]; then
                    cur=
                elif [[ $prev == '=' && $COMP_CWORD -gt 1 ]]; then
                    prev=${COMP_WORDS[COMP_CWORD-2]}
                fi
                while (( first > 1 )) && [[ ${COMP_WORDS[first]} == :* || ${COMP_WORDS[first-1]} == *: ]]; do
                    cur=${COMP_WORDS[--first]}$cur
                    prev=${COMP_WORDS[first-1]}
                done
                for (( i = 1; i < COMP_CWORD; i++ )); do
                    case $at/${COMP_WORDS[i]} in
            \(arrivals.joined(separator: "\n"))
                    esac
                done
                case $at:$prev in
            \(values.joined(separator: "\n"))
                    *) shared='\(sharedOptions.map(\.longForm).joined(separator: " "))'
                    case $at in
            \(places.joined(separator: "\n"))
                    esac ;;
                esac
                [[ $cur == -* && -n $shared ]] && words="$options $shared" sources=
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
                [[ -n $sources ]] && compopt -o filenames 2>/dev/null
                local typed=${cur//\\\\/}
                typed=${typed#[\\"\\']}
                for source in $sources; do
                    while IFS= read -r line; do
                        [[ $line == "$typed"* ]] && COMPREPLY+=("$line")
                    done < <(case $source in
                        files) compgen -f -- "$typed" ;;
                        directories) compgen -d -- "$typed" ;;
                        *) \(dynamicCall) "$source" "$typed" 2>/dev/null ;;
                    esac)
                done
                if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
                    COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*:}"}"}")
                fi
            }
            complete -F \(functionName) \(program)

            """
    }

    private static func bashValues(_ value: ValueDefinition) -> String {
        let settings = bashSettings([("words", value.allowed), ("sources", source(of: value).map { [$0] } ?? [])])
        return settings.isEmpty ? ":" : settings
    }

    /// Assignments of those variables that are not empty.
    private static func bashSettings(_ settings: [(name: String, words: [String])]) -> String {
        settings.filter { !$0.words.isEmpty }.map { "\($0.name)='\($0.words.joined(separator: " "))'" }
            .joined(separator: " ")
    }
}
