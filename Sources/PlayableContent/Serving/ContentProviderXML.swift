// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What the exported interface looks like: a copy of `org.oncue.ContentProvider1.xml`, which a test compares.
enum ContentProviderXML {
    static let text = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <!-- Implemented by programs that hang a branch of their own into the tree; OnCue calls it. See Documentation/providers.md.
               Items have identifiers that the program makes up, at most 256 bytes; the empty one is the top of its branch.
               A row is a dictionary: id s, title s, and where they apply subtitle s, container b, playable b, duration x (microseconds),
               artwork s (file or http URI) or picture s (a name for GetArtwork), childCount u, progress d (0 to 1), explicit b,
               streaming b. A row with a wrong type is left out. Every call must be answered within 2 seconds. -->
          <interface name="org.oncue.ContentProvider1">
            <property name="Name" type="s" access="read"/>
            <!-- File URI of a picture, or the name of an icon. -->
            <property name="Icon" type="s" access="read"/>
            <property name="CanSearch" type="b" access="read"/>
            <!-- Whether the program names items that would suit the person next; OnCue asks once then, and whenever it is told. -->
            <property name="CanNominate" type="b" access="read"/>
            <method name="GetItem">
              <arg name="id" type="s" direction="in"/>
              <arg name="item" type="a{sv}" direction="out"/>
            </method>
            <!-- At most `limit` rows from `offset` on, at most 1000 rows and 1 MB. `total` counts all children; `revision` grows with
                 every change of them. -->
            <method name="GetChildren">
              <arg name="id" type="s" direction="in"/>
              <arg name="offset" type="u" direction="in"/>
              <arg name="limit" type="u" direction="in"/>
              <arg name="revision" type="t" direction="out"/>
              <arg name="total" type="u" direction="out"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>
            <!-- Called only where CanSearch is true. Best first. -->
            <method name="Search">
              <arg name="words" type="s" direction="in"/>
              <arg name="limit" type="u" direction="in"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>
            <!-- At most 5 rows that can be played, best first, each with a ground s besides: unfinished (left in its midst), new (a new part
                 of something that the person follows) or pinned (the person has marked it in this program). -->
            <method name="GetNominations">
              <arg name="limit" type="u" direction="in"/>
              <arg name="items" type="aa{sv}" direction="out"/>
            </method>
            <!-- Where an item can be played now: a file, http or https URI. It is asked just before it is opened, and again when
                 `expires` seconds are over (0: stays good) or when it did not open. -->
            <method name="Resolve">
              <arg name="id" type="s" direction="in"/>
              <arg name="uri" type="s" direction="out"/>
              <arg name="expires" type="x" direction="out"/>
            </method>
            <!-- The picture that rows name by `picture`, at most 2 MB in any format that gdk-pixbuf reads. It is asked for when somebody
                 wants to see it, and kept: another picture has another name. Programs whose rows name none need not have it. -->
            <method name="GetArtwork">
              <arg name="picture" type="s" direction="in"/>
              <arg name="data" type="ay" direction="out"/>
            </method>
            <!-- The children of one container have changed. More than 10 in a second are put together. -->
            <signal name="ItemsChanged">
              <arg name="container" type="s"/>
              <arg name="revision" type="t"/>
            </signal>
            <!-- Everything may have changed. -->
            <signal name="ItemsReloaded"/>
            <!-- GetNominations answers something else now. -->
            <signal name="NominationsChanged"/>
          </interface>
        </node>

        """
}
