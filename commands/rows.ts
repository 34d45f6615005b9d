/** Rows of commands as data: the build puts them into the first script, see `virtual:command-rows` in vite.config.ts. */
import { camel } from '../src/core/identifiers.ts'
import { rowOf, unloadedCommand, type Command, type CommandRow } from '../src/core/index.ts'

/** i18n key in the namespace `shortcuts`: `layout.toggleZenMode` for `toggle-zen-mode` of `layout`. */
export const titleOf = (group: string, action: string): string => `${camel(group)}.${camel(action)}`

/** i18n key of its further search terms. */
export const keywordsOf = (title: string): string => `keywords:${title}`

/** A row without what can be derived from its id. */
export type ShortRow = Omit<CommandRow, 'group' | 'title' | 'keywords'> &
  Partial<Pick<CommandRow, 'group' | 'title' | 'keywords'>>

/** The row of a command, as short as it can be stored. */
export function shortRow(command: Command): ShortRow {
  const { group, title, keywords, ...rest } = rowOf(command)
  const usual = fullRow(rest)
  return {
    ...rest,
    ...(group !== usual.group && { group }),
    ...(title !== usual.title && { title }),
    ...(keywords !== keywordsOf(title) && { keywords }),
  }
}

function fullRow(row: ShortRow): CommandRow {
  const [group = '', action = ''] = row.id.split(':')
  const title = row.title ?? titleOf(group, action)
  return { group, title, keywords: keywordsOf(title), ...row }
}

/** @param load loads the commands of all rows */
export const commandsOfRows = (
  rows: readonly ShortRow[],
  load: () => Promise<readonly Command[]>,
): readonly Command[] => rows.map((row) => unloadedCommand(fullRow(row), load))
