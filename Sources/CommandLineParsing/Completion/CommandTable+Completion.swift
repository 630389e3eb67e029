// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// A shell for which completion scripts are made.
    package enum Shell: String, Sendable, CaseIterable {
        case bash
        case zsh
        case fish
    }

    /// Returns a script that completes command lines of the program in `shell`.
    ///
    /// It calls the program at each key, by running `completionCommand` with the shell and `--`. For bash, the line up
    /// to the cursor and the characters at which it divides words follow; for others, the words, of which the last is
    /// unfinished. The program prints a ``CompletionSource``; for bash the beginning of the path, and the part of it
    /// that Readline keeps; then one candidate per line, quoted for bash, for other shells with a tab and its meaning.
    package func completionScript(for shell: Shell) -> String {
        let call = ([program] + completionCommand + [shell.rawValue, "--"]).joined(separator: " ")
        return switch shell {
        case .bash: bashScript(call)
        case .zsh: zshScript(call)
        case .fish: fishScript(call)
        }
    }

    private var functionName: String { "_" + String(program.map { $0 == "-" ? "_" : $0 }) }

    private func bashScript(_ call: String) -> String {
        #"""
        # Completion of \#(program) for bash.
        \#(functionName)() {
            local source= typed= kept= line
            COMPREPLY=()
            {
                IFS= read -r source
                IFS= read -r typed
                IFS= read -r kept
                while IFS= read -r line; do COMPREPLY+=("$line"); done
            } < <(\#(call) "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
            # Names go before files: bash quotes either all that it inserts or nothing.
            if [[ ${#COMPREPLY[@]} -eq 0 && $source != words ]]; then
                compopt -o filenames 2>/dev/null
                while IFS= read -r line; do
                    COMPREPLY+=("${line#"$kept"}")
                done < <(compgen -A "$source" -- "$typed")
            fi
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/:=] ]]; then compopt -o nospace 2>/dev/null; fi
        }
        complete -F \#(functionName) \#(program)

        """#
    }

    private func zshScript(_ call: String) -> String {
        #"""
        #compdef \#(program)
        # Completion of \#(program) for zsh.
        \#(functionName)() {
            local line word source
            local -a lines open closed
            lines=("${(@f)$(\#(call) "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            source=$lines[1]
            for line in "${(@)lines[2,-1]}"; do
                word=${${${line%%$'\t'*}//\\/\\\\}//:/\\:}
                [[ $line == *$'\t'?* ]] && line=$word:${line#*$'\t'} || line=$word
                if [[ $word == *[/:=] ]]; then open+=("$line"); else closed+=("$line"); fi
            done
            # "-U": the program has chosen among them, whatever their case.
            (( $#closed )) && _describe -V word closed -U
            (( $#open )) && _describe -V word open -U -S ''
            # Words that differ in the case of what is typed begin alike with less than that, which stays then.
            if [[ $compstate[insert] == *unambiguous* && $compstate[nmatches] -gt 1
                && ${#compstate[unambiguous]} -lt ${#${(Q)PREFIX}} ]]; then
                compstate[insert]= compstate[list]='list force'
            fi
            case $source in
                file) compset -P '--*='; _files ;;
                directory) compset -P '--*='; _files -/ ;;
            esac
        }
        if [[ $funcstack[1] == \#(functionName) ]]; then
            \#(functionName) "$@"
        else
            compdef \#(functionName) \#(program)
        fi

        """#
    }

    private func fishScript(_ call: String) -> String {
        #"""
        # Completion of \#(program) for fish.
        function \#(functionName)
            set -l before (commandline -opc)
            set -l word (commandline -ct)
            if string match -qr -- '^["\']' "$word"
                set word (string sub -s 2 -- "$word")
            else
                set word (string unescape -- "$word")
            end
            set -l lines (\#(call) $before[2..] "$word" 2>/dev/null)
            set -l path (string replace -r -- '^--[^=]*=' '' "$word")
            switch "$lines[1]"
                case file
                    __fish_complete_path "$path"
                case directory
                    __fish_complete_directories "$path" ''
            end
            test (count $lines) -gt 1; and printf '%s\n' $lines[2..]
        end
        complete -c \#(program) -f -k -a '(\#(functionName))'

        """#
    }
}

/// The additional candidates that the shell itself provides; bash uses the same words for them.
package enum CompletionSource: String, Sendable {
    /// Nothing.
    case words
    case file
    case directory
}
