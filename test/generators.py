"""All generators of programs, by name: each makes a text from a seed, or raises RuntimeError."""
import generate
import generate_assume
import generate_dynamic
import generate_guarded
import generate_idioms
import generate_orders
import generate_paths
import generate_twins

GENERATORS = {"plain": generate.generate, "paths": generate_paths.generate, "dynamic": generate_dynamic.generate,
              "idioms": generate_idioms.generate, "assume": generate_assume.generate,
              "orders": generate_orders.generate, "twins": generate_twins.generate, "guarded": generate_guarded.generate}
