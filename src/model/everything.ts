/** Loads every subject of the model with its stores, effects and rules: for the command line, and for tests of all of it. */
import './at-start.ts'
import './later.ts'
