"""Why an action is refused: the rules' own functions are asked until one says no."""
