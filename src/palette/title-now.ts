import type { Store } from 'effector'
import type { Command, Targets } from '../core/index.ts'
import type { Translation } from '../ui/index.ts'

type TitleContext = { readonly read: <T>(store: Store<T>) => T; readonly t: Translation['t'] }

/** What exactly a command would do now, to the current target if it has one; null where its title says that. */
export function titleNow(
  { target, titleFor, currentTitle }: Command,
  targets: Targets,
  { read, t }: TitleContext,
): string | null {
  const message = currentTitle ? read(currentTitle) : null
  if (message) return t(message.key, { ...message.values })
  const current = target && targets[target](1)
  const key = target && titleFor && current !== undefined ? read(titleFor)({ [target]: current }) : null
  return key === null ? null : t(key)
}
