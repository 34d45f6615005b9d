import type { TFunction } from 'i18next'
import type { Command } from '../../core/index.ts'

/** The translated title of a command. The name of a macro has no translation. */
export const commandTitle = (
  { title, textValues }: Pick<Command, 'title' | 'textValues'>,
  t: TFunction,
): string => t(title, { ns: 'shortcuts', ...textValues })
