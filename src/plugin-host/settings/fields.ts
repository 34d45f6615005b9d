/** Derives the fields of a settings pane from a schema. */
import { z } from 'zod'
import type { SettingField, SettingKind } from '../../features/shared/setting-fields/field.ts'
import type { Manifest, PluginText } from '../../plugin-api/manifest.ts'
import { fieldPlacesOf } from './field-places.ts'
import { controlOf } from './setting-address.ts'

export type FieldGroup = {
  /** Key of the plugin's locales; null: they stand without a heading. */
  readonly title: string | null
  readonly fields: readonly SettingField[]
}

/** The fields of a plugin's pane, in the order of {@link fieldPlacesOf}. */
export function fieldGroupsOf(manifest: Manifest): readonly FieldGroup[] {
  const all = new Map(unplacedFieldsOf(manifest).map((field) => [field.name, field]))
  return fieldPlacesOf(manifest)
    .map(({ title, names }) => ({ title, fields: names.flatMap((name) => all.get(name) ?? []) }))
    .filter(({ fields }) => fields.length > 0)
}

function unplacedFieldsOf({
  id,
  enabledBy,
  settings,
  readerSettings,
  secrets,
  multiline = [],
  showWhen = {},
}: Manifest): SettingField[] {
  const described = (name: string, kind: SettingKind): SettingField => ({
    ...kind,
    name,
    anchor: controlOf(id, name),
    label: `${id}:settings.${name}`,
    hint: `${id}:settings.${name}Hint`,
    ...(name !== enabledBy && { dependsOn: enabledBy }),
    ...(showWhen[name] && { shownWhen: showWhen[name] }),
  })
  const long = (name: string) => multiline.includes(name) && { code: true }
  const fields = Object.entries({ ...settings.shape, ...readerSettings?.shape }).map(([name, schema]) =>
    described(name, { ...kindOf(id, name, schema as z.ZodType), ...long(name) }),
  )
  const secretFields = secrets.map((name) => described(name, { kind: 'secret', ...long(name) }))
  return [...secretFields, ...fields]
}

/** @throws for a schema that no field can display: the author of the plugin sees it when opening the pane */
function kindOf(id: string, name: string, schema: z.ZodType): SettingKind {
  const json = z.toJSONSchema(schema, { io: 'input' })
  if (json.enum)
    return {
      kind: 'choice',
      choices: json.enum.map(String).map((value) => ({
        value,
        label: `${id}:settings.${name}Choices.${value}`,
      })),
    }
  if (json.type === 'boolean') return { kind: 'boolean' }
  if (json.type === 'string') return { kind: 'text' }
  if (json.type === 'number' || json.type === 'integer') return { kind: 'number' }
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
