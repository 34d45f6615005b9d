import type { ColorTheme } from '../model/settings/color-themes.ts'
import { pluginTheme } from '../plugin-api/theme.ts'

/** @param theme of a plugin, from elsewhere too. @throws where it is no PluginTheme: the message names the place */
export function colorThemeOf(plugin: string, theme: unknown): ColorTheme {
  const { data, error } = pluginTheme.safeParse(theme)
  if (!data) {
    const [issue] = error.issues
    throw new Error(`A theme is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`)
  }
  const { id, title, mode, tokens } = data
  return { id: `${plugin}/${id}`, titleKey: `${plugin}:${title}`, mode, tokens }
}
