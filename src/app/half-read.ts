/**
 * Imported where half of the first script is read, most of which is the making of units: the other half waits until the
 * browser has been let in.
 */
import { nextTurn } from './next-turn.ts'

await nextTurn()
