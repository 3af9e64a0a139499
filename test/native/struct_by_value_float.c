/* Structs of floating members by value: homogeneous ones travel in vector registers on many targets. */
#include <stdio.h>

struct point {
    float x;
    float y;
};

struct vector {
    double x;
    double y;
    double z;
};

struct one {
    double value;
};

static struct point point_scale(struct point p, float factor)
{
    return (struct point){p.x * factor, p.y * factor};
}

static struct vector vector_cross(struct vector a, struct vector b)
{
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double vector_dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct one one_half(struct one o)
{
    o.value /= 2;
    return o;
}

int main(void)
{
    struct point p = point_scale((struct point){1.5f, -2.25f}, 4);
    struct vector c = vector_cross((struct vector){1, 2, 3}, (struct vector){-2, 0.5, 4});
    printf("%g %g\n", p.x, p.y);
    printf("%g %g %g %g\n", c.x, c.y, c.z, vector_dot(c, (struct vector){1, 2, 3}));
    printf("%g\n", one_half(one_half((struct one){10})).value);
    return 0;
}
