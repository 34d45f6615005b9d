/** Reads a settings schema, so that a pane can be drawn from it. */
import { z } from 'zod'
import type { Manifest } from '../plugin-api/manifest.ts'

export type Field =
  | { readonly kind: 'switch'; readonly name: string }
  | { readonly kind: 'text'; readonly name: string; readonly address: boolean }
  | { readonly kind: 'choice'; readonly name: string; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: string }

/** The fields of a plugin's pane: its switch first, then its secrets, then the rest in their order. */
export function fieldsOf({ settings, secrets, enabledBy }: Manifest): Field[] {
  const own = Object.entries(settings.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType))
  const first = own.filter(({ name }) => name === enabledBy)
  const kept = secrets.map((name): Field => ({ kind: 'secret', name }))
  return [...first, ...kept, ...own.filter(({ name }) => name !== enabledBy)]
}

/** @throws for a schema that no field can be drawn for: a plugin's author sees it at the first look */
function fieldOf(name: string, schema: z.ZodType): Field {
  const json = z.toJSONSchema(schema, { io: 'input' })
  if (json.enum) return { kind: 'choice', name, choices: json.enum.map(String) }
  if (json.type === 'boolean') return { kind: 'switch', name }
  if (json.type === 'string') return { kind: 'text', name, address: json.format === 'uri' }
  if (json.type === 'number' || json.type === 'integer') return { kind: 'number', name }
  throw new Error(`No field can be drawn for the setting ${name}`)
}

/** What is wrong with a value, in the schema's words; null when it is right. */
export function wrongWith({ settings }: Manifest, name: string, value: unknown): string | null {
  const checked = (settings.shape[name] as z.ZodType).safeParse(value)
  return checked.success ? null : (checked.error.issues[0]?.message ?? null)
}
