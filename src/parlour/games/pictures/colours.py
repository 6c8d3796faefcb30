"""The colours of the pictures. All text has a contrast of at least 4.5 to what it stands on."""

FELT, FELT_EDGE, FELT_PANEL = "#1d5c49", "#12392e", "#17493a"
INK, QUIET, GOLD = "#fbf8ee", "#c3d9cf", "#ffd257"
PAPER, PAPER_EDGE, PAPER_TINT = "#fffdf6", "#5b6470", "#f3ecd6"
BACK, BACK_LINE = "#32488c", "#aab8e6"

RED, BLACK, GREEN, BLUE = "#c4122f", "#16191d", "#0a7a36", "#1254c4"

TWO_COLOURS = (BLACK, RED, RED, BLACK)
FOUR_COLOURS = (GREEN, BLUE, RED, BLACK)
"""The colours of clubs, diamonds, hearts and spades."""
