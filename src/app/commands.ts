/** The commands of a start. */
import rows from 'virtual:command-rows'
import { commandsOfRows } from '../../commands/rows.ts'
import { wholeCommands } from '../../commands/whole.ts'
import type { Command } from '../core/index.ts'

const loadAll = async (): Promise<readonly Command[]> => (await import('../../commands/index.ts')).allCommands

export const startCommands: readonly Command[] = rows.flatMap((row) =>
  typeof row === 'string' ? (wholeCommands.get(row) ?? []) : commandsOfRows([row], loadAll),
)
