/** Plugins name their commands without knowing of each other. */
import type { Command } from '../core/index.ts'
import type { Translation } from '../ui/index.ts'
import type { Candidate } from './rank.ts'

/** Of each plugin's command whose title another command has too, by its id: the name of its plugin, which tells them apart. */
export function namesOfEquals(
  candidates: readonly Candidate<Command>[],
  t: Translation['t'],
): ReadonlyMap<string, string> {
  const equals = [...Map.groupBy(candidates, ({ title }) => title.text).values()].filter(
    (some) => some.length > 1,
  )
  return new Map(
    equals
      .flat()
      .flatMap(({ of: { id, plugin } }) =>
        plugin === undefined ? [] : [[id, t(`${plugin}:name`, { defaultValue: plugin })] as const],
      ),
  )
}
