/** The input of the reader's commands without a screen. */
import { allSettled, type Scope } from 'effector'
import shortcuts from '../../../locales/en/shortcuts.json' with { type: 'json' }
import type { Command } from '../../core/index.ts'
import { settingSteps } from '../../model/pipelines/index.ts'
import type { ArgumentInput } from '../../palette/command-line.ts'
import { localDay } from '../../palette/local-day.ts'
import { textAt } from '../plugin-text.ts'

/** Loads the options of all arguments, in the order of the arguments. There is no current target. */
export async function loadArgumentInput(scope: Scope, commands: readonly Command[]): Promise<ArgumentInput> {
  for (const { choicesRequested } of commands.flatMap(({ args = [] }) => args))
    if (choicesRequested) await allSettled(choicesRequested, { scope })
  return {
    choicesOf: ({ choices }, earlier) => (choices ? scope.getState(choices)(earlier) : []),
    targetOf: () => undefined,
    today: localDay(Date.now()),
  }
}

/** The English title of a command; of one that toggles, what it does as a step. */
export function titleOf({ id, title }: Command): string {
  const key = settingSteps[id]?.title.replace(/^shortcuts:/, '') ?? title
  return textAt(shortcuts, key) ?? key
}
