/** Translations. English for the reader is in the first bundle; dialogs and other languages load on demand. */
import i18next from 'i18next'
import { entry, errorPage, help, highlights, reading, shell, timeline, tree } from '../../locales/en/app.json'
import common from '../../locales/en/common.json'
import { client, unexpected } from '../../locales/en/errors.json'
import shortcuts from '../../locales/en/shortcuts.json'
import { ADDED_TEXTS, interfaceLanguage, interfaceLanguages, memoizeAsync } from '../core/index.ts'
import type { TranslationBundle, TranslationCache } from './translation-cache.ts'

type Messages = Record<string, unknown>
/** Messages of the reader; dialogs, toasts and other screens load {@link loadAllTranslations} first. */
const app = {
  entry,
  errorPage,
  help,
  highlights,
  reading,
  shell,
  timeline,
  tree,
}
const files = import.meta.glob<Messages>(
  [
    '../../locales/*/*.json',
    '!../../locales/en/{app,common,errors,lang,shortcuts}.json',
    '!../../locales/*/*.test.*',
    // Texts of the server's e-mails.
    '!../../locales/*/emails.json',
  ],
  { import: 'default' },
)

/** The language requested last; its messages may still be loading. */
let requested: string | undefined
let cache: TranslationCache | undefined
let cached: TranslationBundle | null = null
/** All English messages have been loaded, or cannot be. */
let isComplete = false
/** A message of those was requested before. */
let isAwaited = false
/** Loaded at startup. */
const startNamespaces = ['app', 'common', 'lang', 'shortcuts', 'errors']

/** @param language the user's, see {@link interfaceLanguage} */
export async function startTranslations(language: string, storedIn?: TranslationCache): Promise<void> {
  requested = interfaceLanguage(language)
  cache = storedIn
  cached = cache?.read(requested) ?? null
  await i18next.use({ type: 'backend', init: () => {}, read: loadNamespace }).init({
    lng: requested,
    // Traditional Chinese falls back to Simplified, then English (spec 1).
    fallbackLng: { 'zh-TW': ['zh-CN', 'en'], default: ['en'] },
    supportedLngs: interfaceLanguages,
    ns: startNamespaces,
    defaultNS: 'app',
    fallbackNS: ADDED_TEXTS,
    resources: { en: { app, common, errors: { client, unexpected }, shortcuts } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: untilLoaded,
  })
}

/** Loads all English messages where one of them is missing, and shows nothing in its place until then. */
function untilLoaded(key: string, defaultValue?: string): string {
  if (isComplete || defaultValue !== undefined) return defaultValue ?? key
  isAwaited = true
  void loadAllTranslations()
  return ''
}

const loadAll = memoizeAsync(async () => {
  const { all } = await import('./english-translations.ts')
  for (const [namespace, messages] of Object.entries(all))
    i18next.addResourceBundle('en', namespace, messages, false, true)
})
/** Loads all English messages. When that fails, keys without a message stay untranslated. */
export const loadAllTranslations = (): Promise<void> =>
  loadAll()
    .catch(() => {})
    .then(() => {
      isComplete = true
      if (isAwaited) i18next.emit('languageChanged', i18next.language)
      isAwaited = false
    })

/** Namespaces of screens and dialogs that are not loaded at startup. */
const screenNamespaces = ['people', 'settings', 'sources']

/** Loads all messages of the product's own screens and dialogs, so that none is drawn with keys in their place. */
export const loadScreenTranslations = async (): Promise<void> => {
  await Promise.all([loadAllTranslations(), i18next.loadNamespaces(screenNamespaces)])
}

export async function changeLanguage(language: string): Promise<void> {
  const next = interfaceLanguage(language)
  // i18next emits a change even for the same language, which would render every translated component again.
  if (next === requested) return
  requested = next
  await i18next.changeLanguage(next)
  await cacheTranslations()
}

/**
 * Stores the messages of the current language for the next start, unless they were read from there. Files that could not
 * be loaded are requested once more.
 */
export async function cacheTranslations(): Promise<void> {
  const language = requested
  if (!cache || language === undefined || language === 'en' || cache.read(language) !== null) return
  const names = i18next.languages
    .filter((one) => one !== 'en')
    .flatMap((one) => startNamespaces.map((namespace) => [one, namespace] as const))
  const missing = names.filter(([one, namespace]) => !i18next.hasResourceBundle(one, namespace))
  if (missing.length > 0)
    await i18next.reloadResources(
      missing.map(([one]) => one),
      missing.map(([, namespace]) => namespace),
    )
  const bundle = names.flatMap(([one, namespace]) => {
    const messages = i18next.getResourceBundle(one, namespace) as Messages | undefined
    return messages ? [[`${one}/${namespace}`, messages] as const] : []
  })
  if (bundle.length === names.length && language === requested)
    cache.write(language, Object.fromEntries(bundle))
}

function loadNamespace(
  language: string,
  namespace: string,
  done: (error: Error | null, messages: Messages | false) => void,
): void {
  const stored = cached?.[`${language}/${namespace}`]
  if (stored) return done(null, stored)
  const load = files[`../../locales/${language}/${namespace}.json`]
  // A language may lack a namespace: English is the fallback.
  if (!load) return done(null, {})
  load().then(
    (messages) => done(null, messages),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
  )
}
