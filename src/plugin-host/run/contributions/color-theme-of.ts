import type { ColorTheme } from '../../../model/settings/color-themes.ts'
import { pluginTheme } from '../../../plugin-api/theme.ts'
import { unreadableText } from '../../styles/theme-contrast.ts'

/**
 * @param theme of a plugin, from elsewhere too
 * @throws where it is no PluginTheme, and where its text cannot be read: the message names the place
 */
export function colorThemeOf(plugin: string, theme: unknown): ColorTheme {
  const { data, error } = pluginTheme.safeParse(theme)
  if (!data) {
    const [issue] = error.issues
    throw new Error(`A theme is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`)
  }
  const { id, title, mode, tokens } = data
  const unreadable = unreadableText(data)
  if (unreadable !== null) throw new Error(`A theme is wrong at tokens: ${unreadable}`)
  return { id: `${plugin}/${id}`, titleKey: `${plugin}:${title}`, mode, tokens }
}
