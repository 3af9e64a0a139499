/* Structs in structs, arrays in structs in arrays, assignment of whole parts, pointers into the middle. */
#include <stdio.h>
#include <string.h>

struct point {
    int x;
    int y;
};

struct shape {
    char name[10];
    struct {
        struct point corners[4];
        unsigned char used;
    } outline;
    union {
        struct point center;
        int raw[2];
    } position;
};

struct scene {
    struct shape shapes[3];
    struct shape *selected;
    struct {
        struct {
            int depth;
        } inner;
    } anonymous;
};

int main(void)
{
    struct scene scene = {.anonymous.inner.depth = 5};
    for (int i = 0; i < 3; i++) {
        struct shape *shape = &scene.shapes[i];
        strcpy(shape->name, i == 0 ? "line" : i == 1 ? "triangle" : "square");
        shape->outline.used = (unsigned char)(i + 2);
        for (int c = 0; c < shape->outline.used; c++) {
            shape->outline.corners[c] = (struct point){c * (i + 1), c * c - i};
        }
        shape->position.center = shape->outline.corners[i];
    }
    scene.selected = &scene.shapes[1];
    struct shape copy = *scene.selected;
    copy.outline.corners[1].y = 99;
    scene.shapes[0].outline = copy.outline;
    struct point *inside = &scene.selected->outline.corners[2];
    inside[-1].x -= 10;
    for (int i = 0; i < 3; i++) {
        struct shape *s = &scene.shapes[i];
        printf("%s %d (%d,%d) %d %d\n", s->name, s->outline.used, s->outline.corners[1].x, s->outline.corners[1].y,
               s->position.raw[0], s->position.raw[1]);
    }
    struct scene other = scene;
    printf("%d %s\n", other.anonymous.inner.depth, other.selected->name);
    return 0;
}
