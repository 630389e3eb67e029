// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The description of the exported interface: a copy of `org.oncue.ContentProvider1.xml`, which a test compares.
enum ContentProviderXML {
    static let text = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!-- Implemented by programs that add a branch of their own to the tree; called by OnCue. See Documentation/providers.md.
               Items have identifiers chosen by the program, at most 256 bytes; the empty one is the top of its branch. A row is a
               dictionary: id s, title s, and where they apply subtitle s, container b, playable b, duration x (microseconds), artwork
               s (file or http URI) or picture s (a name for GetArtwork), childCount u, progress d (0 to 1), explicit b, streaming b,
               location a{sv} (name s, street s, postalCode s, city s, region s, country s, latitude d, longitude d, telephones as,
               navigation b, calls b; each where it applies), start x and end x (the part of the file that it is, in microseconds);
               favourite b and stars d (0 to 5), if CanMark is true; left x (microseconds) and leftAt x (seconds since 1970): where and
               when the user left it in another player of the program. A long item resumes there if that was later than here.
               Rows with a wrong type are ignored. Every call must be answered within 2 seconds. -->
          <interface name="org.oncue.ContentProvider1">
            <property name="Name" type="s" access="read"/>
            <!-- The file URI of a picture, or the name of an icon. -->
            <property name="Icon" type="s" access="read"/>
            <property name="CanSearch" type="b" access="read"/>
            <!-- Whether the program can nominate items to suggest. If so, OnCue asks once at the start, and after each
                 NominationsChanged. -->
            <property name="CanNominate" type="b" access="read"/>
            <!-- Whether the program keeps favourites and ratings of its items: rows then have favourite b (where an item can be one)
                 and stars d (0 to 5), and SetFavourite and SetStars change them. -->
            <property name="CanMark" type="b" access="read"/>
            <!-- The number of seconds for which an answer counts without a notice of changes; 0, or no such property: until a notice. -->
            <property name="Lifetime" type="u" access="read"/>
            <method name="GetItem">
              <arg name="id" type="s" direction="in"/>
              <arg name="item" type="a{sv}" direction="out"/>
            </method>
            <!-- At most `limit` rows from `offset` on, with at most 1000 rows and 1 MB. `total` counts all children; `revision` grows
                 with every change to them. -->
            <method name="GetChildren">
              <arg name="id" type="s" direction="in"/>
              <arg name="offset" type="u" direction="in"/>
              <arg name="limit" type="u" direction="in"/>
              <arg name="revision" type="t" direction="out"/>
              <arg name="total" type="u" direction="out"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>
            <!-- Matches, best first. Called only if CanSearch is true. -->
            <method name="Search">
              <arg name="words" type="s" direction="in"/>
              <arg name="limit" type="u" direction="in"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>
            <!-- At most 5 playable rows, best first, each with an additional ground s: unfinished (not played to the end), new (a new
                 part of something that the user follows), pinned (marked by the user in this program) or location (suggested only where
                 the machine arrives at the location of the row). Rows with another ground are suggested there, too. -->
            <method name="GetNominations">
              <arg name="limit" type="u" direction="in"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>
            <!-- Where an item can be played now: a file, http or https URI. Called just before it is opened, and again after
                 `expires` seconds (0: no limit) or if it could not be opened. -->
            <method name="Resolve">
              <arg name="id" type="s" direction="in"/>
              <arg name="uri" type="s" direction="out"/>
              <arg name="expires" type="x" direction="out"/>
            </method>
            <!-- The picture that rows name in `picture`, at most 2 MB, in any format that gdk-pixbuf reads. It is requested when it
                 is to be shown, and then cached, so a different picture needs a different name. Not needed in programs whose rows
                 name no pictures. -->
            <method name="GetArtwork">
              <arg name="picture" type="s" direction="in"/>
              <arg name="data" type="ay" direction="out"/>
            </method>
            <!-- Makes an item a favourite in the program, or not any longer. Called only if CanMark is true. -->
            <method name="SetFavourite">
              <arg name="id" type="s" direction="in"/>
              <arg name="favourite" type="b" direction="in"/>
            </method>
            <!-- Rates an item in the program, 0 to 5; a negative number removes the rating. Called only if CanMark is true. -->
            <method name="SetStars">
              <arg name="id" type="s" direction="in"/>
              <arg name="stars" type="d" direction="in"/>
            </method>
            <!-- The children of one container have changed. More than 10 signals in a second are combined. -->
            <signal name="ItemsChanged">
              <arg name="container" type="s"/>
              <arg name="revision" type="t"/>
            </signal>
            <!-- Everything may have changed. -->
            <signal name="ItemsReloaded"/>
            <!-- GetNominations now returns something else. -->
            <signal name="NominationsChanged"/>
          </interface>
        </node>

        """
}
