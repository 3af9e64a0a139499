#include "engine/engine.h"

#include <string.h>

static const Engine *const engines[] = {&engine_auto, &engine_enumerate, &engine_stress, &engine_predict, &engine_mpc,
                                        &engine_mcr,  &engine_tdv,       &engine_bmc,    &engine_se,      &engine_dpor,
                                        &engine_ag,   &engine_lazy,      &engine_record, &engine_uw};

uint32_t engine_count(void)
{
    return sizeof engines / sizeof *engines;
}

const Engine *engine_at(uint32_t index)
{
    return engines[index];
}

const Engine *engine_find(const char *name)
{
    for (uint32_t i = 0; i < engine_count(); i++)
        if (!strcmp(engines[i]->name, name))
            return engines[i];
    return NULL;
}
