/** A plugin's translations are in the i18next namespace of the plugin's id. */
import i18next from 'i18next'
import type { PluginSource } from './catalogue.ts'

/** Loads English and the languages in use, so that keys like `readwise:save` resolve. */
export async function loadPluginTranslations(plugin: PluginSource): Promise<void> {
  const languages = new Set(['en', ...(i18next.languages ?? [])])
  await Promise.all(
    [...languages].map(async (language) => {
      const load = plugin.translations[language]
      if (load && !i18next.hasResourceBundle(language, plugin.id))
        i18next.addResourceBundle(language, plugin.id, await load(), true, true)
    }),
  )
}
