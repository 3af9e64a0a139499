/*
 * Calendar time. The local time zone is UTC, so localtime is gmtime and mktime needs no rules for daylight saving.
 * Days are counted in years that start in March: leap days come last, and the lengths of the months follow one formula.
 */
#include "model.h"

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

enum { DAY_SECONDS = 86400, ERA_DAYS = 146097, ERA_YEARS = 400, MARCH_OF_YEAR_0_TO_1970 = 719468 };

long timezone;
int daylight;
char *tzname[2] = {"UTC", "UTC"};

static const char day_names[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char month_names[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};

void tzset(void)
{
}

static _Bool date_is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int date_day_of_year(long long year, int month, int day)
{
    static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return before[month] + day - 1 + (month > 1 && date_is_leap(year));
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict result)
{
    long long days = *time / DAY_SECONDS;
    int seconds = (int)(*time % DAY_SECONDS);
    if (seconds < 0) {
        seconds += DAY_SECONDS;
        days--;
    }
    long long weekday = (days + 4) % 7;
    long long shifted = days + MARCH_OF_YEAR_0_TO_1970;
    long long era = (shifted >= 0 ? shifted : shifted - (ERA_DAYS - 1)) / ERA_DAYS;
    int day_of_era = (int)(shifted - era * ERA_DAYS);
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int march_month = (5 * day_of_year + 2) / 153;
    int day = day_of_year - (153 * march_month + 2) / 5 + 1;
    int month = march_month < 10 ? march_month + 2 : march_month - 10;
    long long year = era * ERA_YEARS + year_of_era + (month <= 1);
    *result = (struct tm){
        .tm_sec = seconds % 60,
        .tm_min = seconds / 60 % 60,
        .tm_hour = seconds / 3600,
        .tm_mday = day,
        .tm_mon = month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday),
        .tm_yday = date_day_of_year(year, month, day),
        .tm_zone = "GMT",
    };
    return result;
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict result)
{
    gmtime_r(time, result);
    result->tm_zone = "UTC";
    return result;
}

/* One result for all callers and threads, as in the real library. */
static struct tm *date_shared(void)
{
    static struct tm shared;
    return &shared;
}

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, date_shared());
}

struct tm *localtime(const time_t *time)
{
    return localtime_r(time, date_shared());
}

time_t timegm(struct tm *date)
{
    long long months = (date->tm_year + 1900LL) * 12 + date->tm_mon;
    long long year = months / 12;
    int month = (int)(months % 12);
    if (month < 0) {
        month += 12;
        year--;
    }
    long long march_year = month <= 1 ? year - 1 : year;
    int march_month = month <= 1 ? month + 10 : month - 2;
    long long era = (march_year >= 0 ? march_year : march_year - (ERA_YEARS - 1)) / ERA_YEARS;
    int year_of_era = (int)(march_year - era * ERA_YEARS);
    long long days = era * ERA_DAYS + year_of_era * 365LL + year_of_era / 4 - year_of_era / 100 +
                     (153 * march_month + 2) / 5 + date->tm_mday - 1 - MARCH_OF_YEAR_0_TO_1970;
    time_t time = (time_t)(days * DAY_SECONDS + date->tm_hour * 3600LL + date->tm_min * 60LL + date->tm_sec);
    gmtime_r(&time, date);
    return time;
}

time_t mktime(struct tm *date)
{
    time_t time = timegm(date);
    date->tm_zone = "UTC";
    return time;
}

static int date_print(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = __raddle_vformat(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

char *asctime_r(const struct tm *restrict date, char *restrict buffer)
{
    date_print(buffer, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day_names[date->tm_wday], month_names[date->tm_mon],
               date->tm_mday, date->tm_hour, date->tm_min, date->tm_sec, date->tm_year + 1900);
    return buffer;
}

char *asctime(const struct tm *date)
{
    static char text[32];
    return asctime_r(date, text);
}

char *ctime_r(const time_t *time, char *buffer)
{
    struct tm date;
    return asctime_r(localtime_r(time, &date), buffer);
}

char *ctime(const time_t *time)
{
    return asctime(localtime(time));
}

/* Weeks start on `first_day`; days before the first one of them are in week 0. */
static int date_week(const struct tm *date, int first_day)
{
    return (date->tm_yday + 7 - (date->tm_wday + 7 - first_day) % 7) / 7;
}

/* The week of ISO 8601 belongs to the year that has its Thursday. */
static int date_iso_week(const struct tm *date, int *year)
{
    int thursday = date->tm_yday + 3 - (date->tm_wday + 6) % 7;
    *year = date->tm_year + 1900;
    if (thursday < 0) {
        --*year;
        thursday += date_is_leap(*year) ? 366 : 365;
    } else if (thursday >= (date_is_leap(*year) ? 366 : 365)) {
        thursday -= date_is_leap(*year) ? 366 : 365;
        ++*year;
    }
    return thursday / 7 + 1;
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict date);

/* Formats one conversion into at most `size` bytes; returns its length, or -1 where the letter is unknown. */
static int date_convert(char *buffer, size_t size, char conversion, const struct tm *date)
{
    static const char composite_letters[] = "DFRTcrxXh";
    static const char *const composites[] = {"%m/%d/%y",    "%Y-%m-%d", "%H:%M",    "%H:%M:%S", "%a %b %e %H:%M:%S %Y",
                                             "%I:%M:%S %p", "%m/%d/%y", "%H:%M:%S", "%b"};
    const char *composite = strchr(composite_letters, conversion);
    int hour = date->tm_hour % 12 == 0 ? 12 : date->tm_hour % 12;
    int year = date->tm_year + 1900;
    if (composite && conversion) {
        char text[64];
        strftime(text, sizeof text, composites[composite - composite_letters], date);
        return date_print(buffer, size, "%s", text);
    }
    switch (conversion) {
    case 'a':
        return date_print(buffer, size, "%.3s", day_names[date->tm_wday]);
    case 'A':
        return date_print(buffer, size, "%s", day_names[date->tm_wday]);
    case 'b':
        return date_print(buffer, size, "%.3s", month_names[date->tm_mon]);
    case 'B':
        return date_print(buffer, size, "%s", month_names[date->tm_mon]);
    case 'C':
        return date_print(buffer, size, "%02d", year / 100);
    case 'd':
        return date_print(buffer, size, "%02d", date->tm_mday);
    case 'e':
        return date_print(buffer, size, "%2d", date->tm_mday);
    case 'G':
        date_iso_week(date, &year);
        return date_print(buffer, size, "%d", year);
    case 'H':
        return date_print(buffer, size, "%02d", date->tm_hour);
    case 'I':
        return date_print(buffer, size, "%02d", hour);
    case 'j':
        return date_print(buffer, size, "%03d", date->tm_yday + 1);
    case 'm':
        return date_print(buffer, size, "%02d", date->tm_mon + 1);
    case 'M':
        return date_print(buffer, size, "%02d", date->tm_min);
    case 'n':
        return date_print(buffer, size, "\n");
    case 'p':
        return date_print(buffer, size, date->tm_hour < 12 ? "AM" : "PM");
    case 's': {
        struct tm copy = *date;
        return date_print(buffer, size, "%ld", mktime(&copy));
    }
    case 'S':
        return date_print(buffer, size, "%02d", date->tm_sec);
    case 't':
        return date_print(buffer, size, "\t");
    case 'u':
        return date_print(buffer, size, "%d", date->tm_wday ? date->tm_wday : 7);
    case 'U':
        return date_print(buffer, size, "%02d", date_week(date, 0));
    case 'V':
        return date_print(buffer, size, "%02d", date_iso_week(date, &year));
    case 'w':
        return date_print(buffer, size, "%d", date->tm_wday);
    case 'W':
        return date_print(buffer, size, "%02d", date_week(date, 1));
    case 'y':
        return date_print(buffer, size, "%02d", (year % 100 + 100) % 100);
    case 'Y':
        return date_print(buffer, size, "%d", year);
    case 'z':
        return date_print(buffer, size, "+0000");
    case 'Z':
        return date_print(buffer, size, "%s", date->tm_zone ? date->tm_zone : "");
    case '%':
        return date_print(buffer, size, "%%");
    default:
        return -1;
    }
}

/* Undefined on purpose: reaching it ends the analysis with its name as the reason. */
void strftime_with_unsupported_conversion(void);

size_t strftime(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict date)
{
    size_t length = 0;
    for (; *format && length < size; format++) {
        if (*format != '%') {
            buffer[length++] = *format;
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O') {
            format++;
        }
        int added = date_convert(buffer + length, size - length, *format, date);
        if (added < 0) {
            strftime_with_unsupported_conversion();
            return 0;
        }
        length += (size_t)added;
    }
    if (length >= size) {
        return 0;
    }
    buffer[length] = '\0';
    return length;
}
