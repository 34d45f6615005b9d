import { $keyBindings } from '../../model/index.ts'

/** The key sequence to show for each command: the first active one. */
export const $firstKeys = $keyBindings.map((bound): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const one of bound) if (!keys.has(one.command.id)) keys.set(one.command.id, one.keys)
  return keys
})
