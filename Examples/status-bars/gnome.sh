#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Adds keyboard shortcuts to GNOME: Super+F makes the playing track a favourite, Super+N says what plays.
# Shortcuts that are there stay; running it again changes nothing.

set -eu
media=org.gnome.settings-daemon.plugins.media-keys
paths=$(gsettings get $media custom-keybindings)

add() {
    path=/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/oncue-$1/
    case $paths in
        *"'$path'"*) ;;
        '@as []' | '[]') paths="['$path']" ;;
        *) paths="${paths%]}, '$path']" ;;
    esac
    gsettings set "$media.custom-keybinding:$path" name "$2"
    gsettings set "$media.custom-keybinding:$path" binding "$3"
    gsettings set "$media.custom-keybinding:$path" command "$4"
}

add favourite 'OnCue: favourite' '<Super>f' 'oncue favourite'
add playing 'OnCue: what plays' '<Super>n' \
    "sh -c 'notify-send -a OnCue \"\$(oncue now --format \"{title}\")\" \"\$(oncue now --format \"{artist}\")\"'"
gsettings set $media custom-keybindings "$paths"
