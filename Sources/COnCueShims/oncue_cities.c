// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

#include "oncue_shims.h"

#include <dlfcn.h>
#include <gio/gio.h>

/* The functions of libgeonames 0.3 that are used; a city is a GVariant there. */
static struct {
    gint *(*query)(const gchar *, gint, guint *, GCancellable *, GError **);
    GVariant *(*city)(gint);
    void (*release)(GVariant *);
    const gchar *(*name)(GVariant *);
    const gchar *(*state)(GVariant *);
    const gchar *(*country)(GVariant *);
    const gchar *(*country_code)(GVariant *);
    gdouble (*latitude)(GVariant *);
    gdouble (*longitude)(GVariant *);
    guint (*population)(GVariant *);
} geonames;

static gboolean load(void) {
    static gsize state = 0; /* 1: there, 2: missing */
    if (g_once_init_enter(&state)) {
        void *library = dlopen("libgeonames.so.0", RTLD_NOW | RTLD_LOCAL);
        gboolean is_there = library != NULL;
        struct { const char *name; void **function; } names[] = {
            {"geonames_query_cities_sync", (void **)&geonames.query},
            {"geonames_get_city", (void **)&geonames.city},
            {"geonames_city_free", (void **)&geonames.release},
            {"geonames_city_get_name", (void **)&geonames.name},
            {"geonames_city_get_state", (void **)&geonames.state},
            {"geonames_city_get_country", (void **)&geonames.country},
            {"geonames_city_get_country_code", (void **)&geonames.country_code},
            {"geonames_city_get_latitude", (void **)&geonames.latitude},
            {"geonames_city_get_longitude", (void **)&geonames.longitude},
            {"geonames_city_get_population", (void **)&geonames.population},
        };
        for (size_t i = 0; is_there && i < G_N_ELEMENTS(names); i++) {
            *names[i].function = dlsym(library, names[i].name);
            is_there = *names[i].function != NULL;
        }
        g_once_init_leave(&state, is_there ? 1 : 2);
    }
    return state == 1;
}

int oncue_find_cities(const char *query, int limit, void (*take)(void *data, const oncue_city *city), void *data) {
    if (!load()) return -1;
    guint count = 0;
    gint *indices = geonames.query(query, 0, &count, NULL, NULL);
    int taken = 0;
    for (guint i = 0; indices != NULL && i < count && taken < limit; i++) {
        GVariant *city = geonames.city(indices[i]);
        if (city == NULL) continue;
        oncue_city found = {
            geonames.name(city), geonames.state(city), geonames.country(city), geonames.country_code(city),
            geonames.latitude(city), geonames.longitude(city), geonames.population(city),
        };
        take(data, &found);
        geonames.release(city);
        taken++;
    }
    g_free(indices);
    return taken;
}
