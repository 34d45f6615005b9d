import english from '../../locales/en/app.json' with { type: 'json' }

/** A plugin's message, or why it refused (plugin-api/manifest.ts). */
export type PluginMessage = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>> | undefined
  readonly reason?: string | undefined
}

/** Messages that all plugins share. */
const shared = { outside: english.outside, plugin: english.plugin }

/**
 * A message in English; without a text here, its cause or key.
 * @param own texts of the plugin
 */
export function pluginText({ key, values = {}, reason }: PluginMessage, own: unknown = {}): string {
  const plural = values['count'] === 1 ? 'one' : 'other'
  const text = textAt(shared, key) ?? textAt(own, key) ?? textAt(own, `${key}_${plural}`)
  if (text === undefined) return reason ?? key
  const { setting } = values
  const named = { ...values, ...(setting && { setting: textAt(own, `settings.${setting}`) ?? setting }) }
  return text
    .replaceAll(/\$t\((.*?)\)/g, '$1')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(named[value as keyof typeof named] ?? ''))
}

/** The text of a key such as `settings.name`. */
export function textAt(texts: unknown, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts)
  return typeof found === 'string' ? found : undefined
}
