"""Games that several tests begin with."""

# White surrounds black's queen with the last action.
WHITE_WINS_TEXT = (
    r"wA1;bB1 wA1\;wS1 -wA1;bB2 /bB1;wG1 \wA1;bG1 bB2\;wQ -wG1;bQ bB1\;wS1 \wQ;bA1 bQ/;wS2 \wS1;bG2 bA1\;"
    r"wA2 \wG1;bA1 bQ\;wA2 \bG2"
)
WHITE_WINS = WHITE_WINS_TEXT.split(";")

# Black holds nothing and can move nothing (T6).
FORCED_PASS = (
    r"Base;InProgress;Black[13];wB1;bA1 -wB1;wQ wB1/;bB1 /bA1;wG1 wQ\;bA2 /bB1;wB2 wG1\;bQ -bB1;wG2 /wB2;"
    r"bS1 bA2\;wS1 wQ/;bB2 /bS1;wS2 -wG2;bA3 -bQ;wG3 \wS1;bS2 /bA3;wA1 wS1/;bG1 -bS2;wA2 wA1\;bG2 \bG1;"
    r"wA3 wG2\;bG3 /bG2;wA2 /bB2;bG2 /bG3;wA3 /bG2"
)
