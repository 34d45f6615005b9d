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

/** What is wrong with a value, in words of the host, or of the plugin where it checks the value itself; null when it is valid. */
export function wrongWith(
  { settings, readerSettings }: Manifest,
  name: string,
  value: unknown,
): PluginText | null {
  const schema = settings.shape[name] ?? readerSettings?.shape[name]
  const checked = (schema as z.ZodType).safeParse(value)
  const issue = checked.error?.issues[0]
  return issue === undefined ? null : wordsOf(issue)
}

/** The host's words have the namespace `app`; others are the plugin's. */
function wordsOf(issue: z.core.$ZodIssue): PluginText {
  switch (issue.code) {
    case 'custom':
      return (issue.params?.['words'] as PluginText | undefined) ?? { key: 'app:plugin.wrong.other' }
    case 'invalid_format':
      return { key: issue.format === 'url' ? 'app:plugin.wrong.address' : 'app:plugin.wrong.other' }
    case 'invalid_type':
      return { key: issue.expected === 'number' ? 'app:plugin.wrong.number' : 'app:plugin.wrong.other' }
    case 'too_big':
      return issue.origin === 'string'
        ? { key: 'app:plugin.wrong.long', values: { count: Number(issue.maximum) } }
        : { key: 'app:plugin.wrong.large', values: { limit: Number(issue.maximum) } }
    case 'too_small':
      return issue.origin === 'string'
        ? { key: 'app:plugin.wrong.short', values: { count: Number(issue.minimum) } }
        : { key: 'app:plugin.wrong.small', values: { limit: Number(issue.minimum) } }
    default:
      return { key: 'app:plugin.wrong.other' }
  }
}
