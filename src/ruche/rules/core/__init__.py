"""The rules on integers: hive, state, ways, powers, placing, making and unmaking; compiled where possible."""
