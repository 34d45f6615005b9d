import english from '../../locales/en/app.json' with { type: 'json' }

/** Why a plugin did not do it (plugin-api/manifest.ts). */
export type PluginMessage = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly reason?: string
}

/** Messages that all plugins share have a text here; of others the cause is said, or their key. */
export function pluginRefusal({ key, values = {}, reason }: PluginMessage): string {
  const [group, name = ''] = key.split('.')
  const texts: Readonly<Record<string, string>> = group === 'outside' ? english.outside : {}
  const text = texts[name]
  if (text === undefined) return reason ?? key
  return text
    .replaceAll(/\$t\((.*?)\)/g, '$1')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
}
