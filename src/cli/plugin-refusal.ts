import english from '../../locales/en/app.json' with { type: 'json' }

/** Why a plugin did not do it (plugin-api/manifest.ts). */
export type PluginMessage = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly reason?: string
}

const shared: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  outside: english.outside,
  plugin: english.plugin,
}

/** Messages that all plugins share have a text here; of others the cause is said, or their key. */
export function pluginRefusal({ key, values = {}, reason }: PluginMessage): string {
  const [group = '', name = ''] = key.split('.')
  const text = shared[group]?.[name]
  if (typeof text !== 'string') return reason ?? key
  return text
    .replaceAll(/\$t\((.*?)\)/g, '$1')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
}
