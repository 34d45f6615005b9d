/** A plugin's translations are in the i18next namespace of the plugin's id. */
import i18next from 'i18next'
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { ADDED_TEXTS } from '../../core/index.ts'
import { type PluginSource, $pluginSources } from './catalogue.ts'
import { $services } from '../../model/services.ts'

/** The plugins' texts follow the language of the interface, from the first time that one of them is shown. */
export const languageFollowed = createEvent()

const reloadTranslationsFx = attach({
  source: $pluginSources,
  effect: (sources, _: void) => reloadTranslations(sources),
})
const followLanguageFx = attach({
  source: $services,
  effect: () => followLanguage(scopeBind(reloadTranslationsFx, { safe: true })),
})
const $isFollowed = createStore(false, { serialize: 'ignore' }).on(languageFollowed, () => true)
sample({ clock: $isFollowed.updates, fn: () => {}, target: followLanguageFx })

/** Loads English and the languages in use, so that keys like `hello:greet` resolve. */
export async function loadPluginTranslations(plugin: PluginSource): Promise<void> {
  const languages = new Set(['en', ...(i18next.languages ?? [])])
  await Promise.all(
    [...languages].map(async (language) => {
      const load = plugin.translations[language]
      if (!load) return
      const texts = await load()
      i18next.addResourceBundle(language, plugin.id, texts, true, true)
      i18next.addResourceBundle(language, ADDED_TEXTS, addedTexts(texts), true, true)
    }),
  )
}

/** Texts that the reader shows by its own keys: of the plugin's refusals, and of its rounds among the jobs. */
function addedTexts(texts: Readonly<Record<string, unknown>>) {
  const { errors, rounds = {} } = texts as Readonly<Record<string, Readonly<Record<string, string>>>>
  return { ...errors, activity: { jobs: { queues: rounds } } }
}

/** The languages of the loaded translations. */
let loadedFor = ''

/**
 * After a change of the language loads the plugins' translations, then announces the change once more.
 * @param load loads those of all plugins whose translations are in use
 */
export function followLanguage(load: () => Promise<unknown>): void {
  loadedFor = i18next.language
  i18next.on('languageChanged', async (language: string) => {
    if (language === loadedFor) return
    loadedFor = language
    await load()
    // Only the latest change is announced: two that announced each other's language would load in turn without end.
    if (language === loadedFor) i18next.emit('languageChanged', language)
  })
}

/** Those of the plugins that have some already. One that cannot be loaded stays in English. */
export const reloadTranslations = (plugins: readonly PluginSource[]) =>
  Promise.allSettled(
    plugins.filter(({ id }) => i18next.hasResourceBundle('en', id)).map(loadPluginTranslations),
  )
