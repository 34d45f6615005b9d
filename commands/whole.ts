/** The commands that a start has whole, because a key of the list follows it at once; of all others it has rows (`rows.ts`). */
import type { Command } from '../src/core/index.ts'
import { entryCommands } from './entry.ts'
import { layoutCommands } from './layout.ts'
import { timelineCommands } from './timeline.ts'

export const wholeCommands: ReadonlyMap<string, Command> = new Map(
  [...timelineCommands, ...entryCommands, ...layoutCommands].map((command) => [command.id, command]),
)
