import { $keyBindings } from '../../model/index.ts'

/** The sequence to show beside each command: the first in force. */
export const $firstKeys = $keyBindings.map((bound): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const one of bound) if (!keys.has(one.command.id)) keys.set(one.command.id, one.keys)
  return keys
})
