/** Every row of the walk, by the name of its call: the compiler asks for one that is missing, and so does the test. */
import type { CallName } from '../../../src/contract/paths.ts'
import { findingRows } from './finding.ts'
import { powerRows } from './power.ts'
import { readingRows } from './reading.ts'
import type { Rows } from './row.ts'

export const rows: Rows<CallName> = { ...readingRows, ...findingRows, ...powerRows }
