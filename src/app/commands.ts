/** The commands of a start: those of the list whole, because a key follows it at once, and rows of all others. */
import rows from 'virtual:command-rows'
import { entryCommands } from '../../commands/entry.ts'
import { layoutCommands } from '../../commands/layout.ts'
import { commandsOfRows } from '../../commands/rows.ts'
import { timelineCommands } from '../../commands/timeline.ts'
import type { Command } from '../core/index.ts'

const whole = new Map(
  [...timelineCommands, ...entryCommands, ...layoutCommands].map((command) => [command.id, command]),
)

const loadAll = async (): Promise<readonly Command[]> => (await import('../../commands/index.ts')).allCommands

export const startCommands: readonly Command[] = commandsOfRows(rows, loadAll).map(
  (command) => whole.get(command.id) ?? command,
)
