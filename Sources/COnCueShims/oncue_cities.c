// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_shims.h"

#include <dlfcn.h>
#include <gio/gio.h>
#include <string.h>

/* The functions of libgeonames 0.3 that are used; a city is a GVariant there. Its own search knows the names of one
   language only, and takes longer than reading all cities. */
static struct {
    gint (*count)(void);
    GVariant *(*city)(gint);
} geonames;

/* The identifier at geonames.org, name, code of the state, state, code of the country, country, time zone, population,
   latitude, longitude. */
#define CITY_TYPE "(sssssssudd)"

static gboolean load(void) {
    static gsize state = 0; /* 1: there, 2: missing */
    if (g_once_init_enter(&state)) {
        void *library = dlopen("libgeonames.so.0", RTLD_NOW | RTLD_LOCAL);
        if (library != NULL) {
            geonames.count = (gint(*)(void))dlsym(library, "geonames_get_n_cities");
            geonames.city = (GVariant * (*)(gint)) dlsym(library, "geonames_get_city");
        }
        gboolean is_there = geonames.count != NULL && geonames.city != NULL;
        g_once_init_leave(&state, is_there ? 1 : 2);
    }
    return state == 1;
}

/* Calls `take` for one city; returns 1, or 0 if there is no such city. */
int oncue_city_at(int number, void (*take)(void *data, int number, const oncue_city *city), void *data) {
    if (!load() || number < 0 || number >= geonames.count()) return 0;
    GVariant *city = geonames.city(number);
    if (city == NULL) return 0;
    int is_known = g_variant_is_of_type(city, G_VARIANT_TYPE(CITY_TYPE));
    if (is_known) {
        oncue_city found;
        const char *zone;
        guint population;
        g_variant_get(
            city, "(&s&s&s&s&s&s&sudd)", &found.identifier, &found.name, &found.state_code, &found.state,
            &found.country_code, &found.country, &zone, &population, &found.latitude, &found.longitude);
        found.population = population;
        take(data, number, &found);
    }
    g_variant_unref(city);
    return is_known;
}

int oncue_each_city(void (*take)(void *data, int number, const oncue_city *city), void *data) {
    if (!load()) return -1;
    int taken = 0;
    for (int number = 0; number < geonames.count(); number++) taken += oncue_city_at(number, take, data);
    return taken == 0 ? -1 : taken;
}

/* A catalogue of GNU gettext in the byte order of this machine. */
typedef struct {
    const char *bytes;
    gsize size;
    guint32 count, originals, translations;
} catalogue;

static guint32 number_at(const catalogue *file, gsize offset) {
    guint32 number;
    memcpy(&number, file->bytes + offset, sizeof number);
    return number;
}

static gboolean open_catalogue(GMappedFile *mapped, catalogue *file) {
    *file = (catalogue){g_mapped_file_get_contents(mapped), g_mapped_file_get_length(mapped), 0, 0, 0};
    if (file->bytes == NULL || file->size < 28 || number_at(file, 0) != 0x950412deu) return FALSE;
    file->count = number_at(file, 8);
    file->originals = number_at(file, 12);
    file->translations = number_at(file, 16);
    gsize length = (gsize)file->count * 8;
    return length <= file->size && file->originals <= file->size - length && file->translations <= file->size - length;
}

/* The text at an index of a table; NULL if the file is damaged. */
static const char *text_at(const catalogue *file, guint32 table, guint32 index) {
    gsize length = number_at(file, table + (gsize)index * 8), offset = number_at(file, table + (gsize)index * 8 + 4);
    if (offset >= file->size || length >= file->size - offset) return NULL;
    return file->bytes[offset + length] == 0 ? file->bytes + offset : NULL;
}

/* Calls `use` for the names of cities in each language that is installed, or in those of the user. */
static void each_catalogue(gboolean is_own, void (*use)(const catalogue *file, void *data), void *data) {
    const char *root = "/usr/share/locale";
    GDir *folder = is_own ? NULL : g_dir_open(root, 0, NULL);
    const gchar *const *own = g_get_language_names();
    const char *language;
    while ((language = folder != NULL ? g_dir_read_name(folder) : is_own ? *own++ : NULL) != NULL) {
        if (strchr(language, '/') != NULL) continue;
        char *path = g_build_filename(root, language, "LC_MESSAGES", "geonames.mo", NULL);
        GMappedFile *mapped = g_mapped_file_new(path, FALSE, NULL);
        g_free(path);
        if (mapped == NULL) continue;
        catalogue file;
        if (open_catalogue(mapped, &file)) use(&file, data);
        g_mapped_file_unref(mapped);
    }
    if (folder != NULL) g_dir_close(folder);
}

static guchar lower(guchar byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

/* Latin, Greek and Cyrillic letters have other bytes when they are capitals; others have no capitals. */
static int script(guchar byte) {
    if (byte < 0x80 || (byte >= 0xC3 && byte <= 0xCA) || byte == 0xE1) return 0;
    if (byte == 0xCE || byte == 0xCF) return 1;
    return byte >= 0xD0 && byte <= 0xD4 ? 2 : byte;
}

/* Whether both begin with letters of Russian that differ, capital or not, or with other characters of three bytes that
   do. */
static gboolean begin_apart(const guchar *left, const guchar *right) {
    if (*left >= 0xE3 && *right >= 0xE3) return strncmp((const char *)left, (const char *)right, 3) != 0;
    if (script(*left) != 2 || left[1] == 0 || right[1] == 0) return FALSE;
    guint one = (left[0] & 0x1Fu) << 6 | (left[1] & 0x3Fu), other = (right[0] & 0x1Fu) << 6 | (right[1] & 0x3Fu);
    if (one >= 0x410 && one <= 0x42F) one += 0x20;
    /* One of them may be another with a mark. */
    gboolean are_plain = one >= 0x430 && one <= 0x44F && one != 0x439 && other >= 0x430 && other <= 0x44F;
    return are_plain && one != other;
}

/* A name without spaces, apostrophes and similar signs at its beginning: `'s-Hertogenbosch`, `‘Ali`, `ʻAiea`. */
static const char *after_signs(const char *name) {
    for (;;) {
        const guchar *at = (const guchar *)name;
        if (*at == ' ' || *at == '\'' || *at == '`') name += 1;
        else if (at[0] == 0xCA && at[1] >= 0xB9 && at[1] <= 0xBF) name += 2; /* U+02B9 to U+02BF */
        else if (at[0] == 0xE2 && at[1] == 0x80 && at[2] >= 0x8B && at[2] <= 0x9B && (at[2] <= 0x8F || at[2] >= 0x98))
            name += 3; /* U+200B to U+200F and U+2018 to U+201B */
        else return name;
    }
}

/* Whether a name may be the folded text when it is folded, or begin with it: cheap, and never wrongly false. */
static gboolean may_be(const char *name, const char *text, gboolean is_prefix) {
    const guchar *left = (const guchar *)after_signs(name), *right = (const guchar *)text;
    if (script(*left) != script(*right)) return FALSE;
    if (*left < 0x80 && *right < 0x80 && lower(*left) != *right) return FALSE;
    if (begin_apart(left, right)) return FALSE;
    if (is_prefix) return TRUE;
    /* The plain letters of the name are letters of the text, in this order. */
    for (; *left != 0; left++) {
        if (!g_ascii_isalnum(*left)) continue;
        while (*right != 0 && *right != lower(*left)) right++;
        if (*right++ == 0) return FALSE;
    }
    return TRUE;
}

typedef struct {
    const char *text;
    gboolean is_prefix;
    void (*take)(void *data, const char *key, const char *text);
    void *data;
} question;

static void find_names(const catalogue *file, void *data) {
    const question *asked = data;
    for (guint32 i = 0; i < file->count; i++) {
        const char *name = text_at(file, file->translations, i);
        if (name == NULL || !may_be(name, asked->text, asked->is_prefix)) continue;
        const char *key = text_at(file, file->originals, i);
        /* The header has no key. */
        if (key != NULL && *key != 0) asked->take(asked->data, key, name);
    }
}

void oncue_find_names(
    const char *text, int is_prefix, int is_own, void (*take)(void *data, const char *key, const char *name), void *data
) {
    question asked = {text, is_prefix != 0, take, data};
    if (*text != 0) each_catalogue(is_own != 0, find_names, &asked);
}

/* The originals are sorted. */
static void find_key(const catalogue *file, void *data) {
    const question *asked = data;
    guint32 from = 0, to = file->count;
    while (from < to) {
        guint32 middle = from + (to - from) / 2;
        const char *key = text_at(file, file->originals, middle);
        if (key == NULL) return;
        int order = strcmp(asked->text, key);
        if (order == 0) {
            const char *name = text_at(file, file->translations, middle);
            if (name != NULL) asked->take(asked->data, key, name);
            return;
        }
        if (order < 0) to = middle; else from = middle + 1;
    }
}

void oncue_each_name(const char *key, void (*take)(void *data, const char *key, const char *name), void *data) {
    question asked = {key, FALSE, take, data};
    if (*key != 0) each_catalogue(FALSE, find_key, &asked);
}
