import { useUnit } from 'effector-react'
import type { KeyBinding } from '../core/index.ts'
import { $keyBindings } from '../model/index.ts'

/** The first key sequence of each command, by command id. Cached per list of bindings, as every opening needs it. */
export function useFirstKeys(): ReadonlyMap<string, string> {
  const bound = useUnit($keyBindings)
  const cached = keysOf.get(bound)
  if (cached) return cached
  const first = new Map<string, string>()
  for (const one of bound) if (!first.has(one.command.id)) first.set(one.command.id, one.keys)
  keysOf.set(bound, first)
  return first
}
const keysOf = new WeakMap<readonly KeyBinding[], ReadonlyMap<string, string>>()
