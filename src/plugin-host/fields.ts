/** Derives the fields of a settings pane from a schema. */
import { z } from 'zod'
import type { Manifest, PluginText } from '../plugin-api/manifest.ts'

export type Field =
  | { readonly kind: 'switch'; readonly name: string }
  | { readonly kind: 'text'; readonly name: string; readonly address: boolean; readonly multiline: boolean }
  | { readonly kind: 'choice'; readonly name: string; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: string; readonly multiline: boolean }

/** The fields of a plugin's pane: its switch first, then its secrets, then the rest in their order, the reader's last. */
export function fieldsOf({
  settings,
  readerSettings,
  secrets,
  enabledBy,
  multiline = [],
}: Manifest): Field[] {
  const fields = Object.entries({ ...settings.shape, ...readerSettings?.shape }).map(([name, schema]) =>
    fieldOf(name, schema as z.ZodType, multiline.includes(name)),
  )
  const first = fields.filter(({ name }) => name === enabledBy)
  const secretFields = secrets.map((name): Field => ({
    kind: 'secret',
    name,
    multiline: multiline.includes(name),
  }))
  return [...first, ...secretFields, ...fields.filter(({ name }) => name !== enabledBy)]
}

/** @throws for a schema that no field can display: the author of the plugin sees it when opening the pane */
function fieldOf(name: string, schema: z.ZodType, multiline: boolean): Field {
  const json = z.toJSONSchema(schema, { io: 'input' })
  if (json.enum) return { kind: 'choice', name, choices: json.enum.map(String) }
  if (json.type === 'boolean') return { kind: 'switch', name }
  if (json.type === 'string') return { kind: 'text', name, address: json.format === 'uri', multiline }
  if (json.type === 'number' || json.type === 'integer') return { kind: 'number', name }
  throw new Error(`No field can be drawn for the setting ${name}`)
}

/** The error message for a value: the schema's, or the plugin's where it checks the value itself; null when it is valid. */
export function wrongWith({ settings }: Manifest, name: string, value: unknown): string | PluginText | null {
  const checked = (settings.shape[name] as z.ZodType).safeParse(value)
  if (checked.success) return null
  const [issue] = checked.error.issues
  const words = issue?.code === 'custom' ? (issue.params?.['words'] as PluginText | undefined) : undefined
  return words ?? issue?.message ?? null
}
