/** The plugins' texts follow the language of the interface, from the first time that one of them is shown. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { $services } from '../../model/services.ts'
import { $pluginSources } from './catalogue.ts'
import { followLanguage, reloadTranslations } from './load-translations.ts'

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
