/** Derives the fields of a settings pane from a schema. */
import { z } from 'zod'
import type { Manifest, PluginText } from '../../plugin-api/manifest.ts'

export type Field =
  | { readonly kind: 'switch'; readonly name: string }
  | { readonly kind: 'text'; readonly name: string; readonly address: boolean; readonly multiline: boolean }
  | { readonly kind: 'choice'; readonly name: string; readonly choices: readonly string[] }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: string; readonly multiline: boolean }

export type FieldGroup = {
  /** Key of the plugin's locales; null: they stand without a heading. */
  readonly title: string | null
  readonly fields: readonly Field[]
}

/** The fields of a plugin's pane, in the order of its manifest: its switch first, and what that does not place last. */
export function fieldGroupsOf(manifest: Manifest): readonly FieldGroup[] {
  const { enabledBy, fields: places = [] } = manifest
  const all = new Map(unplacedFieldsOf(manifest).map((field) => [field.name, field]))
  const take = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = all.get(name)
      all.delete(name)
      return field ?? []
    })
  const groups: FieldGroup[] = [{ title: null, fields: take([enabledBy]) }]
  for (const place of places)
    groups.push(
      typeof place === 'string'
        ? { title: null, fields: take([place]) }
        : { title: place.title, fields: take(place.fields) },
    )
  groups.push({ title: null, fields: [...all.values()] })
  return groups.filter(({ fields }) => fields.length > 0)
}

/** As {@link fieldGroupsOf}, without the groups. */
export const fieldsOf = (manifest: Manifest): readonly Field[] =>
  fieldGroupsOf(manifest).flatMap(({ fields }) => fields)

/** The secrets, then the settings in their order, the reader's last. */
function unplacedFieldsOf({ settings, readerSettings, secrets, multiline = [] }: Manifest): Field[] {
  const fields = Object.entries({ ...settings.shape, ...readerSettings?.shape }).map(([name, schema]) =>
    fieldOf(name, schema as z.ZodType, multiline.includes(name)),
  )
  const secretFields = secrets.map((name): Field => ({
    kind: 'secret',
    name,
    multiline: multiline.includes(name),
  }))
  return [...secretFields, ...fields]
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
  { settings, readerSettings, secretChecks }: Manifest,
  name: string,
  value: unknown,
): PluginText | null {
  const schema = settings.shape[name] ?? readerSettings?.shape[name] ?? secretChecks?.[name]
  if (schema === undefined) return null
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
