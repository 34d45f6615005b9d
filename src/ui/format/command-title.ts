import type { TFunction } from 'i18next'
import type { Command } from '../../core/index.ts'

/** The translated title of a command. The name of a macro has no translation. */
export const commandTitle = (
  { title, textValues }: Pick<Command, 'title' | 'textValues'>,
  t: TFunction,
): string => t(title, { ns: 'shortcuts', ...textValues })

/** The title of a command in the menu of what it acts on. */
export const menuTitle = (
  command: Pick<Command, 'title' | 'menuTitle' | 'textValues'>,
  t: TFunction,
): string => commandTitle({ ...command, title: command.menuTitle ?? command.title }, t)
