/** A plugin's words stand in i18next under the plugin's id while they are needed. */
import i18next from 'i18next'
import type { PluginSource } from './catalogue.ts'

/** Loads English and the languages in use, so that `readwise:save` has words. */
export async function loadPluginTranslations(plugin: PluginSource): Promise<void> {
  const wanted = new Set(['en', ...(i18next.languages ?? [])])
  await Promise.all(
    [...wanted].map(async (language) => {
      const load = plugin.words[language]
      if (load && !i18next.hasResourceBundle(language, plugin.id))
        i18next.addResourceBundle(language, plugin.id, await load(), true, true)
    }),
  )
}
