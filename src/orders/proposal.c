#include "orders/proposal.h"

#include <stdlib.h>

#include "base/json.h"

bool site_is_changed(const Site *site)
{
    return !orders_equal(site->given, site->now);
}

uint32_t proposal_count_changes(const Proposal *proposal)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < proposal->sites.list.count; i++)
        count += site_is_changed(&proposal->sites.list.data[i]);
    return count;
}

void proposal_free(Proposal *proposal)
{
    verdict_free(&proposal->verdict);
    sites_free(&proposal->sites);
    free(proposal->executed);
}

static const char *file_of(const Proposal *proposal, const Site *site)
{
    return proposal->program->files.data[site->place.file];
}

// --- As text

static void append_site(const Proposal *proposal, uint32_t index, Text *out)
{
    const Site *site = &proposal->sites.list.data[index];
    text_format(out, "%s:%u:%u: %s: ", file_of(proposal, site), site->place.line, site->place.column,
                operation_name(site->kind));
    orders_append(site->given, site->kind, out);
    if (site_is_changed(site)) {
        text_append(out, " -> ");
        orders_append(site->now, site->kind, out);
        if (site->kind == OPERATION_FENCE && site->now.order == ORDER_RELAXED)
            text_append(out, " (no fence is needed)");
    } else if (site->mixed) {
        text_append(out, ", and others: chosen when it runs");
    } else if (!proposal->executed[index]) {
        text_append(out, " (never executed)");
    }
    text_append(out, "\n");
}

static void append_sum(const Proposal *proposal, Text *out)
{
    uint32_t changes = proposal_count_changes(proposal);
    if (proposal->verdict.answer == ANSWER_TRUE && changes) {
        text_append_count(out, changes, "order");
        text_format(out, " can be weaker, of %u.", proposal->sites.list.count);
    } else if (proposal->verdict.answer == ANSWER_TRUE) {
        text_append(out, "No order can be weaker.");
    } else {
        text_append_count(out, changes, "stronger order");
        text_format(out, " mend%s it.", changes == 1 ? "s" : "");
    }
    if (proposal->undecided)
        text_append(out, proposal->verdict.answer == ANSWER_TRUE
                             ? " Not all of the others were decided: some may be weaker, too."
                             : " Not all sets were decided: a smaller one may do.");
    text_format(out, " Under %s, and for what the program does: for its threads, its inputs and its rounds.\n",
                proposal->verdict.memory_model);
}

void proposal_append_text(const Proposal *proposal, Text *out)
{
    if (proposal->because) {
        text_format(out, "%s\n", proposal->because);
        return;
    }
    if (proposal->verdict.answer == ANSWER_UNKNOWN) {
        verdict_append_hint(&proposal->verdict, out);
        return;
    }
    for (uint32_t i = 0; i < proposal->sites.list.count; i++)
        if (proposal->verdict.answer == ANSWER_TRUE || site_is_changed(&proposal->sites.list.data[i]))
            append_site(proposal, i, out);
    append_sum(proposal, out);
}

// --- As JSON

static json_t *orders_to_json(Orders orders, OperationKind kind)
{
    json_t *value = json_object();
    json_object_set_new(value, "order", json_string(order_name(orders.order)));
    if (kind == OPERATION_COMPARE_EXCHANGE)
        json_object_set_new(value, "failure", json_string(order_name(orders.failure)));
    return value;
}

static json_t *site_to_json(const Proposal *proposal, uint32_t index)
{
    const Site *site = &proposal->sites.list.data[index];
    json_t *value = json_object();
    json_object_set_new(value, "file", json_text_string(file_of(proposal, site)));
    json_object_set_new(value, "line", json_integer(site->place.line));
    json_object_set_new(value, "column", json_integer(site->place.column));
    json_object_set_new(value, "function", json_text_string(site->function));
    json_object_set_new(value, "operation", json_string(operation_name(site->kind)));
    json_object_set_new(value, "executed", json_boolean(proposal->executed[index]));
    json_object_set_new(value, "given", site->mixed ? json_null() : orders_to_json(site->given, site->kind));
    json_object_set_new(value, "proposed", site_is_changed(site) ? orders_to_json(site->now, site->kind) : json_null());
    return value;
}

void proposal_append_json(const Proposal *proposal, Text *out)
{
    static const char *const mended[] = {[MENDED] = "yes", [MENDED_NEVER] = "no", [MENDED_UNKNOWN] = "unknown"};
    json_t *list = json_array();
    Text line = {0};
    for (uint32_t i = 0; i < proposal->sites.list.count; i++)
        json_array_append_new(list, site_to_json(proposal, i));
    verdict_append_line(&proposal->verdict, &line);
    text_append(out, "{\n");
    json_text_append_member(out, "verdict", json_text_string(text_string(&line)));
    json_text_append_member(out, "memory_model", json_string(proposal->verdict.memory_model));
    json_text_append_member(
        out, "mended", proposal->verdict.answer == ANSWER_FALSE ? json_string(mended[proposal->mended]) : json_null());
    json_text_append_member(out, "undecided", json_boolean(proposal->undecided));
    json_text_append_member(out, "verifications", json_integer(proposal->verified));
    text_append(out, "\"operations\": ");
    json_text_append(out, list);
    text_append(out, "\n}\n");
    text_free(&line);
}
