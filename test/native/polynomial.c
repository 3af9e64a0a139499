/* Polynomials: products, evaluation, derivatives, division with remainder, printing with signs. */
#include <stdio.h>

enum { DEGREE = 12 };

struct polynomial {
    int degree;
    double coefficients[DEGREE + 1];
};

static struct polynomial multiply(struct polynomial a, struct polynomial b)
{
    struct polynomial c = {.degree = a.degree + b.degree};
    for (int i = 0; i <= a.degree; i++) {
        for (int j = 0; j <= b.degree; j++) {
            c.coefficients[i + j] += a.coefficients[i] * b.coefficients[j];
        }
    }
    return c;
}

static struct polynomial derive(struct polynomial p)
{
    for (int i = 1; i <= p.degree; i++) {
        p.coefficients[i - 1] = p.coefficients[i] * i;
    }
    p.coefficients[p.degree] = 0;
    p.degree -= p.degree > 0;
    return p;
}

static struct polynomial divide(struct polynomial a, struct polynomial b, struct polynomial *rest)
{
    struct polynomial quotient = {.degree = a.degree - b.degree};
    for (int i = quotient.degree; i >= 0; i--) {
        double factor = a.coefficients[i + b.degree] / b.coefficients[b.degree];
        quotient.coefficients[i] = factor;
        for (int j = 0; j <= b.degree; j++) {
            a.coefficients[i + j] -= factor * b.coefficients[j];
        }
    }
    a.degree = b.degree - 1;
    *rest = a;
    return quotient;
}

static double evaluate(const struct polynomial *p, double x)
{
    double value = 0;
    for (int i = p->degree; i >= 0; i--) {
        value = value * x + p->coefficients[i];
    }
    return value;
}

static void print(struct polynomial p)
{
    for (int i = p.degree; i >= 0; i--) {
        printf("%+gx^%d%s", p.coefficients[i], i, i ? " " : "\n");
    }
}

int main(void)
{
    struct polynomial a = {2, {-1, 0, 3}};
    struct polynomial b = {1, {2, 1}};
    struct polynomial power = {0, {1}};
    struct polynomial rest;
    for (int i = 0; i < 6; i++) {
        power = multiply(power, b);
    }
    print(power);
    print(multiply(a, b));
    print(derive(power));
    print(divide(power, a, &rest));
    print(rest);
    printf("%g %g\n", evaluate(&power, 1), evaluate(&a, -0.5));
    return 0;
}
