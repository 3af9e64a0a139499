"""The main function of small programs: it starts two threads and waits for both."""


def main_of(first, second, before=""):
    """C text. `before`: what main does first."""
    return "\n".join((
        "int main(void)", "{", "    pthread_t one, two;", *([f"    {before}"] if before else []),
        f"    pthread_create(&one, 0, {first}, 0);", f"    pthread_create(&two, 0, {second}, 0);",
        "    pthread_join(one, 0);", "    pthread_join(two, 0);", "    return 0;", "}", ""))
