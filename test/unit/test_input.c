// Values of inputs: how the user writes them, which one an input gets, how a run sees them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "load_program.h"
#include "machine/input.h"

static void assert_added(InputPlan *plan, const char *text)
{
    Text error = {0};
    if (!input_plan_add(plan, text, &error))
        fail_msg("%s", text_string(&error));
    assert_int_equal(error.length, 0);
}

static void assert_refused(const char *text, const char *message)
{
    InputPlan plan = {0};
    Text error = {0};
    assert_false(input_plan_add(&plan, text, &error));
    assert_string_equal(text_string(&error), message);
    text_free(&error);
    input_plan_free(&plan);
}

static void values_in_order(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, UINT64_MAX, 0x1f, 'c', 1, 0, UINT64_MAX, 7, 8, UINT64_C(1) << 63};
    InputPlan plan = {0};
    assert_added(&plan, "1,-1,0x1f,'c',true,false,18446744073709551615");
    assert_added(&plan, " 7, 8 ");
    assert_added(&plan, "-9223372036854775808");
    assert_int_equal(plan.ordered.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < plan.ordered.count; i++)
        assert_int_equal(plan.ordered.data[i], expected[i]);
    assert_int_equal(plan.named.count, 0);
    input_plan_free(&plan);
}

static void values_by_name(void **state)
{
    (void)state;
    InputPlan plan = {0};
    char text[] = "amount=-5";
    assert_added(&plan, text);
    assert_added(&plan, "x=0x10");
    assert_int_equal(plan.named.count, 2);
    assert_string_equal(plan.named.data[0].name, "amount");
    assert_int_equal(plan.named.data[0].value, (uint64_t)-5);
    assert_string_equal(plan.named.data[1].name, "x");
    assert_int_equal(plan.named.data[1].value, 16);
    assert_int_equal(plan.ordered.count, 0);
    input_plan_free(&plan);
}

static void wrong_values(void **state)
{
    (void)state;
    assert_refused("", "--input=: '' is not a number");
    assert_refused("1,,2", "--input=1,,2: '' is not a number");
    assert_refused("1,two", "--input=1,two: 'two' is not a number");
    assert_refused("3x", "--input=3x: '3x' is not a number");
    assert_refused("18446744073709551616", "--input=18446744073709551616: '18446744073709551616' is not a number");
    assert_refused("-9223372036854775809", "--input=-9223372036854775809: '-9223372036854775809' is not a number");
    assert_refused("x=", "--input=x=: expected NAME=VALUE with a number");
    assert_refused("=3", "--input==3: expected NAME=VALUE with a number");
    assert_refused("x=y", "--input=x=y: expected NAME=VALUE with a number");
    assert_refused("x=1,2", "--input=x=1,2: expected NAME=VALUE with a number");
}

static InputValue decide(const InputPlan *plan, const char *name, InputOrigin origin, uint32_t bits, uint32_t order,
                         uint32_t index)
{
    InputValue input = {.name = name, .origin = origin, .bits = bits};
    input_plan_decide(plan, &input, order, index);
    return input;
}

static void who_gets_what(void **state)
{
    (void)state;
    InputPlan plan = {0};
    assert_added(&plan, "10,-1");
    assert_added(&plan, "x=99");
    InputValue input = decide(&plan, "y", INPUT_CALL, 32, 0, 0);
    assert_true(input.given);
    assert_int_equal(input.value, 10);
    assert_int_equal(decide(&plan, "y", INPUT_CALL, 32, 1, 0).value, 0xffffffff); // cut to its width
    assert_int_equal(decide(&plan, "y", INPUT_CALL, 1, 1, 0).value, 1);
    assert_int_equal(decide(&plan, "y", INPUT_CALL, 64, 1, 0).value, UINT64_MAX);
    assert_int_equal(decide(&plan, "x", INPUT_CALL, 32, 0, 0).value, 99); // a name wins
    assert_int_equal(decide(&plan, "x", INPUT_CALL, 4, 0, 0).value, 3);
    assert_int_equal(decide(&plan, "x", INPUT_UNINITIALISED, 32, 0, 0).value, 99);
    input = decide(&plan, "y", INPUT_CALL, 32, 2, 0); // no more values
    assert_false(input.given);
    assert_int_equal(input.value, 0);
    // Values in order are for what the program asks for.
    assert_false(decide(&plan, "y", INPUT_UNINITIALISED, 32, 0, 0).given);
    assert_false(decide(&plan, "rand", INPUT_ENVIRONMENT, 32, 0, 0).given);
    plan.exact = true; // unless a run is repeated
    assert_int_equal(decide(&plan, "rand", INPUT_ENVIRONMENT, 32, 0, 0).value, 10);
    assert_int_equal(decide(&plan, "y", INPUT_UNINITIALISED, 32, 0, 0).value, 10);
    input_plan_free(&plan);
    input = decide(NULL, "x", INPUT_CALL, 32, 0, 0);
    assert_false(input.given);
    assert_int_equal(input.value, 0);
}

static void random_values_depend_on_the_seed_alone(void **state)
{
    (void)state;
    InputPlan plan = {.random = true, .seed = 5}, same = {.random = true, .seed = 5},
              other = {.random = true, .seed = 6};
    uint32_t different = 0, distinct = 0, small = 0;
    uint64_t last = 0;
    for (uint32_t index = 0; index < 200; index++) {
        InputValue input = decide(&plan, "x", INPUT_CALL, 32, index, index);
        assert_false(input.given);
        assert_true(input.value <= UINT32_MAX);
        // The order in which threads read does not matter, only which input of its thread it is.
        assert_int_equal(decide(&same, "y", INPUT_UNINITIALISED, 32, 1000 - index, index).value, input.value);
        different += decide(&other, "x", INPUT_CALL, 32, index, index).value != input.value;
        distinct += input.value != last;
        small += input.value < 16;
        last = input.value;
    }
    assert_true(different > 50);
    assert_true(distinct > 100);
    assert_true(small > 50); // those on which programs branch come often
    assert_true(small < 190);
}

static const char asking[] =
    "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"
    "extern _Bool __VERIFIER_nondet_bool(void); int g;\n"
    "int main(void) {\n"
    "    int first = __VERIFIER_nondet_int();\n"
    "    unsigned char second = __VERIFIER_nondet_uchar();\n"
    "    g = __VERIFIER_nondet_int();\n"
    "    if (__VERIFIER_nondet_bool()) g++;\n"
    "    int local; int *volatile p = &local;\n"
    "    return (first == 300) + (second == 44) * 2 + (g == -6) * 4 + (*p == 0) * 8;\n"
    "}\n";

static void locals_in_registers_have_their_names(void **state)
{
    (void)state;
    TestProgram test =
        test_load("int main(void) { int low, high; { int low; if (low == 3) return 9; } return low + 16 * high; }\n");
    InputPlan plan = {0};
    assert_added(&plan, "low=2");
    assert_added(&plan, "high=5");
    MachineOptions options = test_machine_options(&test);
    options.inputs = &plan;
    Machine *machine = machine_create(test.program, &options);
    uint32_t count;
    machine_inputs(machine, &count);
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    assert_int_equal(machine_exit_status(machine), 82);
    assert_int_equal(count, 3);
    machine_free(machine);
    input_plan_free(&plan);
    test_unload(&test);
}

static Machine *run_asking(const TestProgram *test, const MachineOptions *options)
{
    Machine *machine = machine_create(test->program, options);
    test_finish(machine);
    assert_int_equal(machine_status(machine), MACHINE_EXITED);
    return machine;
}

static void runs_take_values_in_order(void **state)
{
    (void)state;
    TestProgram test = test_load(asking);
    InputPlan plan = {0};
    assert_added(&plan, "300,300,-7,true,9");
    MachineOptions options = test_machine_options(&test);
    options.inputs = &plan;
    Machine *machine = run_asking(&test, &options);
    assert_int_equal(machine_exit_status(machine), 15);
    uint32_t count;
    const InputValue *inputs = machine_inputs(machine, &count);
    static const char *const names[] = {"first", "second", "g", "__VERIFIER_nondet_bool", "local"};
    static const uint32_t bits[] = {32, 8, 32, 1, 32}, lines[] = {4, 5, 6, 7, 9};
    static const uint64_t values[] = {300, 44, 0xfffffff9, 1, 0};
    assert_int_equal(count, 5);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(inputs[i].name, names[i]);
        assert_int_equal(inputs[i].bits, bits[i]);
        assert_int_equal(inputs[i].value, values[i]);
        assert_int_equal(inputs[i].origin, i == 4 ? INPUT_UNINITIALISED : INPUT_CALL);
        assert_int_equal(inputs[i].given, i < 4);
        assert_int_equal(test.program->positions.data[inputs[i].position].line, lines[i]);
    }
    machine_free(machine);
    input_plan_free(&plan);
    test_unload(&test);
}

static void runs_take_values_by_name(void **state)
{
    (void)state;
    TestProgram test = test_load(asking);
    InputPlan plan = {0};
    assert_added(&plan, "g=-6");
    assert_added(&plan, "first=300");
    assert_added(&plan, "local=1");
    assert_added(&plan, "7,44"); // the first of these is taken by the first input, though its name wins
    MachineOptions options = test_machine_options(&test);
    options.inputs = &plan;
    Machine *machine = run_asking(&test, &options);
    assert_int_equal(machine_exit_status(machine), 7);
    machine_free(machine);
    input_plan_free(&plan);
    test_unload(&test);
}

static void exact_plans_repeat_a_run(void **state)
{
    (void)state;
    TestProgram test = test_load(asking);
    MachineOptions options = test_machine_options(&test);
    uint32_t distinct = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        InputPlan random = {.random = true, .seed = seed}, exact = {.exact = true};
        options.inputs = &random;
        Machine *machine = run_asking(&test, &options), *again;
        uint32_t count, repeated;
        const InputValue *inputs = machine_inputs(machine, &count), *same;
        for (uint32_t i = 0; i < count; i++)
            vector_push(&exact.ordered, inputs[i].value);
        distinct += inputs[0].value != inputs[2].value;
        options.inputs = &exact;
        again = run_asking(&test, &options);
        same = machine_inputs(again, &repeated);
        assert_int_equal(repeated, count);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(same[i].value, inputs[i].value);
        assert_int_equal(machine_exit_status(again), machine_exit_status(machine));
        machine_free(machine);
        machine_free(again);
        input_plan_free(&exact);
    }
    assert_true(distinct > 10); // each input of a run is drawn for itself
    test_unload(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_in_order),
        cmocka_unit_test(values_by_name),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(who_gets_what),
        cmocka_unit_test(random_values_depend_on_the_seed_alone),
        cmocka_unit_test(runs_take_values_in_order),
        cmocka_unit_test(runs_take_values_by_name),
        cmocka_unit_test(locals_in_registers_have_their_names),
        cmocka_unit_test(exact_plans_repeat_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
