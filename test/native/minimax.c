/* Tic-tac-toe by minimax with memoised positions: the value of the game and one line of best play. */
#include <stdio.h>
#include <string.h>

static signed char known[19683];
static int visited;

static int winner(const char *board)
{
    static const char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                     {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++) {
        int a = board[(int)lines[i][0]];
        if (a && a == board[(int)lines[i][1]] && a == board[(int)lines[i][2]]) {
            return a;
        }
    }
    return 0;
}

static int encode(const char *board)
{
    int code = 0;
    for (int i = 0; i < 9; i++) {
        code = code * 3 + board[i];
    }
    return code;
}

static int value(char *board, char player, int *best)
{
    int code = encode(board);
    if (best) {
        *best = -1;
    } else if (known[code]) {
        return known[code] - 2;
    }
    visited++;
    int result = winner(board) ? -1 : -2;
    for (int i = 0; i < 9 && result != 1 && !winner(board); i++) {
        if (board[i]) {
            continue;
        }
        board[i] = player;
        int reply = -value(board, (char)(3 - player), NULL);
        board[i] = 0;
        if (reply > result) {
            result = reply;
            if (best) {
                *best = i;
            }
        }
    }
    result = result == -2 ? 0 : result;
    known[code] = (signed char)(result + 2);
    return result;
}

int main(void)
{
    char board[9] = {0};
    char player = 1;
    int move;
    while (!winner(board) && memchr(board, 0, 9)) {
        int result = value(board, player, &move);
        board[move] = player;
        printf("%d at %d: %d\n", player, move, result);
        player = (char)(3 - player);
    }
    printf("%d %d\n", winner(board), visited);
    return 0;
}
