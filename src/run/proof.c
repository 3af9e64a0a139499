#include "run/proof.h"

#include <string.h>

enum { PLACES_SHOWN = 3 };

void proof_add(Proof *proof, const char *fact, uint32_t place)
{
    uint32_t index = 0;
    while (index < proof->facts.count && strcmp(text_string(&proof->facts.data[index].text), fact))
        index++;
    if (index == proof->facts.count) {
        vector_push(&proof->facts, (ProvedFact){0});
        text_append(&vector_last(&proof->facts).text, fact);
    }
    vector_push(&proof->facts.data[index].places, place);
}

// Whether a place in front has the same words: the threads have come on within their lines.
static bool is_repeated(const Proof *proof, const ProvedFact *fact, uint32_t index)
{
    const char *words = text_string(&proof->places.data[fact->places.data[index]]);
    for (uint32_t i = 0; i < index; i++)
        if (!strcmp(words, text_string(&proof->places.data[fact->places.data[i]])))
            return true;
    return false;
}

static void append_places(const Proof *proof, const ProvedFact *fact, Text *out)
{
    uint32_t shown = 0, more = 0;
    for (uint32_t i = 0; i < fact->places.count; i++) {
        if (is_repeated(proof, fact, i))
            continue;
        if (shown++ < PLACES_SHOWN)
            text_format(out, "      %s\n", text_string(&proof->places.data[fact->places.data[i]]));
        else
            more++;
    }
    if (more) {
        text_append(out, "      and ");
        text_append_count(out, more, "other place");
        text_append(out, "\n");
    }
}

void proof_append_text(const Proof *proof, Text *out)
{
    text_append(out, "invariant: ");
    text_append_count(out, proof->facts.count, "fact");
    text_append(out, ", of ");
    text_append_count(out, proof->places.count, "place");
    text_append(out, "\n");
    for (uint32_t i = 0; i < proof->facts.count; i++) {
        const ProvedFact *fact = &proof->facts.data[i];
        text_format(out, "  %s\n", text_string(&fact->text));
        if (fact->places.count == proof->places.count) {
            text_append(out, "      everywhere\n");
            continue;
        }
        append_places(proof, fact, out);
    }
}

void proof_put(const Proof *proof, Bytes *out)
{
    bytes_put_u8(out, proof->found);
    bytes_put_u32(out, proof->places.count);
    for (uint32_t i = 0; i < proof->places.count; i++)
        bytes_put_string(out, text_string(&proof->places.data[i]));
    bytes_put_u32(out, proof->facts.count);
    for (uint32_t i = 0; i < proof->facts.count; i++) {
        const ProvedFact *fact = &proof->facts.data[i];
        bytes_put_string(out, text_string(&fact->text));
        bytes_put_u32(out, fact->places.count);
        for (uint32_t j = 0; j < fact->places.count; j++)
            bytes_put_u32(out, fact->places.data[j]);
    }
    bytes_put_string(out, text_string(&proof->always));
    bytes_put_u32(out, proof->loops.count);
    for (uint32_t i = 0; i < proof->loops.count; i++) {
        const ProofLoop *loop = &proof->loops.data[i];
        bytes_put_string(out, text_string(&loop->file));
        bytes_put_string(out, text_string(&loop->function));
        bytes_put_u32(out, loop->line);
        bytes_put_u32(out, loop->column);
    }
}

static Text get_text(BytesReader *reader)
{
    Text text = {0};
    text_append(&text, bytes_get_string(reader));
    return text;
}

void proof_get(BytesReader *reader, Proof *proof)
{
    proof->found = bytes_get_u8(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--)
        vector_push(&proof->places, get_text(reader));
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        ProvedFact fact = {.text = get_text(reader)};
        for (uint32_t places = bytes_get_u32(reader); places; places--)
            vector_push(&fact.places, bytes_get_u32(reader));
        vector_push(&proof->facts, fact);
    }
    proof->always = get_text(reader);
    for (uint32_t count = bytes_get_u32(reader); count; count--) {
        ProofLoop loop = {.file = get_text(reader)};
        loop.function = get_text(reader);
        loop.line = bytes_get_u32(reader);
        loop.column = bytes_get_u32(reader);
        vector_push(&proof->loops, loop);
    }
}

void proof_free(Proof *proof)
{
    for (uint32_t i = 0; i < proof->places.count; i++)
        text_free(&proof->places.data[i]);
    for (uint32_t i = 0; i < proof->facts.count; i++) {
        text_free(&proof->facts.data[i].text);
        vector_free(&proof->facts.data[i].places);
    }
    vector_free(&proof->places);
    vector_free(&proof->facts);
    for (uint32_t i = 0; i < proof->loops.count; i++) {
        text_free(&proof->loops.data[i].file);
        text_free(&proof->loops.data[i].function);
    }
    vector_free(&proof->loops);
    text_free(&proof->always);
    *proof = (Proof){0};
}
