import { z } from 'zod'
import type { ColorTheme } from '../../../model/settings/color-themes.ts'
import { pluginTheme, type PluginTheme } from '../../../plugin-api/theme.ts'
import { unreadableText } from '../../styles/theme-contrast.ts'
import type { Kind } from './kind.ts'

export const theme: Kind<PluginTheme> = {
  add: (given, { manifest }) => ({ colorThemes: [colorThemeOf(manifest.id, given)] }),
  // Any data: a wrong theme is named.
  sandboxed: { data: z.unknown(), most: 20 },
}

/**
 * @param given by a plugin, from elsewhere too
 * @throws where it is no PluginTheme, and where its text cannot be read: the message names the place
 */
function colorThemeOf(plugin: string, given: unknown): ColorTheme {
  const { data, error } = pluginTheme.safeParse(given)
  if (!data) {
    const [issue] = error.issues
    throw new Error(`A theme is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`)
  }
  const { id, title, mode, tokens } = data
  const unreadable = unreadableText(data)
  if (unreadable !== null) throw new Error(`A theme is wrong at tokens: ${unreadable}`)
  return { id: `${plugin}/${id}`, titleKey: `${plugin}:${title}`, mode, tokens }
}
