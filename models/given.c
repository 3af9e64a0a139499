/* In a file of its own, so that no compiler looks into it: the front end puts what --file gives in its place. */
extern const char model_given_files[];
const char model_given_files[] = "";
