/* Dates: gmtime and mktime of fixed times, strftime, weekdays by formula, leap years, Easter. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static void easter(int year, int *month, int *day)
{
    int a = year % 19;
    int b = year / 100;
    int c = year % 100;
    int d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    int e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7;
    int f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
    *month = f / 31;
    *day = f % 31 + 1;
}

int main(void)
{
    static const long times[] = {0, 86399, 951782400, 1709164800, 1000000000, 2147483647, -1};
    for (int i = 0; i < 7; i++) {
        time_t t = times[i];
        struct tm date;
        char text[80];
        gmtime_r(&t, &date);
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j", &date);
        printf("%s %d %d\n", text, date.tm_wday, timegm(&date) == t);
    }
    struct tm date;
    memset(&date, 0, sizeof date);
    date.tm_year = 124;
    date.tm_mon = 1;
    date.tm_mday = 60;
    date.tm_hour = -5;
    timegm(&date);
    printf("%d-%d-%d %d:%d %d\n", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min,
           date.tm_yday);
    for (int year = 2020; year < 2030; year++) {
        int month;
        int day;
        easter(year, &month, &day);
        printf("%d/%d ", day, month);
    }
    printf("%g\n", difftime(1000, 250));
    return 0;
}
