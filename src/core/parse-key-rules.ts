/** Reads key rules from JSON: of localStorage or a file. */
import type { CommandArgs } from './arguments.ts'
import { parseExpression } from './expression.ts'
import type { KeyRule } from './keys.ts'

/** @returns the valid rules; null: it is no list of rules */
export function parseKeyRules(json: unknown): readonly KeyRule[] | null {
  return Array.isArray(json) ? json.flatMap((one: unknown) => parseKeyRule(one) ?? []) : null
}

/** @returns null: it is no rule */
function parseKeyRule(json: unknown): KeyRule | null {
  if (typeof json !== 'object' || json === null) return null
  const { keys, command, args, when, count } = json as Record<string, unknown>
  if (typeof keys !== 'string' || keys.trim() === '') return null
  if (command !== null && typeof command !== 'string') return null
  return {
    keys,
    command,
    ...(typeof args === 'object' && args !== null && !Array.isArray(args) && { args: args as CommandArgs }),
    ...(typeof when === 'string' && when.trim() !== '' && isReadable(when) && { when }),
    ...(typeof count === 'number' && Number.isInteger(count) && count > 0 && { count }),
  }
}

function isReadable(expression: string): boolean {
  try {
    parseExpression(expression)
    return true
  } catch {
    return false
  }
}
