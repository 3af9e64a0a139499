/* Objects in C: tables of virtual functions, inheritance by embedding, construction and destruction. */
#include <stdio.h>
#include <stdlib.h>

struct shape;

struct shape_class {
    const char *name;
    double (*area)(const struct shape *);
    void (*scale)(struct shape *, double);
    void (*destroy)(struct shape *);
};

struct shape {
    const struct shape_class *class;
};

struct circle {
    struct shape base;
    double radius;
};

struct polygon {
    struct shape base;
    int count;
    double (*corners)[2];
};

static double circle_area(const struct shape *shape)
{
    double r = ((const struct circle *)shape)->radius;
    return 3.14159265 * r * r;
}

static void circle_scale(struct shape *shape, double factor)
{
    ((struct circle *)shape)->radius *= factor;
}

static void circle_destroy(struct shape *shape)
{
    free(shape);
}

static double polygon_area(const struct shape *shape)
{
    const struct polygon *p = (const struct polygon *)shape;
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        const double *a = p->corners[i];
        const double *b = p->corners[(i + 1) % p->count];
        sum += a[0] * b[1] - b[0] * a[1];
    }
    return sum / 2;
}

static void polygon_scale(struct shape *shape, double factor)
{
    struct polygon *p = (struct polygon *)shape;
    for (int i = 0; i < p->count; i++) {
        p->corners[i][0] *= factor;
        p->corners[i][1] *= factor;
    }
}

static void polygon_destroy(struct shape *shape)
{
    free(((struct polygon *)shape)->corners);
    free(shape);
}

static const struct shape_class circle_class = {"circle", circle_area, circle_scale, circle_destroy};
static const struct shape_class polygon_class = {"polygon", polygon_area, polygon_scale, polygon_destroy};

static struct shape *circle_new(double radius)
{
    struct circle *c = malloc(sizeof *c);
    *c = (struct circle){{&circle_class}, radius};
    return &c->base;
}

static struct shape *rectangle_new(double width, double height)
{
    struct polygon *p = malloc(sizeof *p);
    *p = (struct polygon){{&polygon_class}, 4, calloc(4, sizeof *p->corners)};
    p->corners[1][0] = p->corners[2][0] = width;
    p->corners[2][1] = p->corners[3][1] = height;
    return &p->base;
}

int main(void)
{
    struct shape *shapes[] = {circle_new(1), rectangle_new(3, 4), circle_new(2.5)};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3; i++) {
            printf("%s %.4f\n", shapes[i]->class->name, shapes[i]->class->area(shapes[i]));
            shapes[i]->class->scale(shapes[i], 2);
        }
    }
    for (int i = 0; i < 3; i++) {
        shapes[i]->class->destroy(shapes[i]);
    }
    return 0;
}
