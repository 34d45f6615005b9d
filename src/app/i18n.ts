/** Translations. Those of the list come first, English ones in the first script; all others load on demand. */
import i18next from 'i18next'
import english from 'virtual:messages/list/en'
import {
  ADDED_TEXTS,
  interfaceLanguage,
  interfaceLanguages,
  memoizeAsync,
  type InterfaceLanguage,
} from '../core/index.ts'
import type { TranslationBundle, TranslationCache } from './translation-cache.ts'

type Messages = Record<string, unknown>
type MessagesByNamespace = Readonly<Record<string, Messages>>

const files = import.meta.glob<Messages>(
  [
    '../../locales/*/*.json',
    '!../../locales/*/*.test.*',
    // Texts of the server's e-mails.
    '!../../locales/*/emails.json',
  ],
  { import: 'default' },
)
const listMessages = {
  en: async () => english,
  ja: async () => (await import('virtual:messages/list/ja')).default,
  'zh-CN': async () => (await import('virtual:messages/list/zh-CN')).default,
  'zh-TW': async () => (await import('virtual:messages/list/zh-TW')).default,
} satisfies Record<InterfaceLanguage, () => Promise<MessagesByNamespace>>
const entryMessages = {
  en: () => import('virtual:messages/entry/en'),
  ja: () => import('virtual:messages/entry/ja'),
  'zh-CN': () => import('virtual:messages/entry/zh-CN'),
  'zh-TW': () => import('virtual:messages/entry/zh-TW'),
} satisfies Record<InterfaceLanguage, () => Promise<{ default: MessagesByNamespace }>>

/** The language requested last; its messages may still be loading. */
let requested: InterfaceLanguage | undefined
let cache: TranslationCache | undefined
let started: Promise<unknown> = Promise.resolve()
/** All messages have been loaded, or cannot be. */
let isComplete = false
/** A message of those was requested before. */
let isAwaited = false

/** Traditional Chinese falls back to Simplified, then English (spec 1). */
const fallbacks = { 'zh-TW': ['zh-CN', 'en'], default: ['en'] }
const languagesOf = (language: InterfaceLanguage): readonly InterfaceLanguage[] => {
  if (language === 'en') return ['en']
  return language === 'zh-TW' ? ['zh-TW', 'zh-CN', 'en'] : [language, 'en']
}

/** @param language the user's, see {@link interfaceLanguage} */
export function startTranslations(language: string, storedIn?: TranslationCache): Promise<unknown> {
  requested = interfaceLanguage(language)
  cache = storedIn
  started = start(requested)
  return started
}

async function start(language: InterfaceLanguage): Promise<void> {
  // Without the messages, as when the server is away, English is shown.
  const none: TranslationBundle = {}
  const bundle = cache?.read(language) ?? (await listBundle(language).catch(() => none))
  const resources: Record<string, Record<string, Messages>> = { en: english }
  for (const [name, messages] of Object.entries(bundle)) {
    const [one = '', namespace = ''] = name.split('/')
    resources[one] = { ...resources[one], [namespace]: messages }
  }
  await i18next.use({ type: 'backend', init: () => {}, read: loadNamespace }).init({
    lng: language,
    fallbackLng: fallbacks,
    supportedLngs: interfaceLanguages,
    ns: Object.keys(english),
    defaultNS: 'app',
    fallbackNS: ADDED_TEXTS,
    resources,
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
    parseMissingKeyHandler: untilLoaded,
  })
}

/** Loads all messages where one of them is missing, and shows nothing in its place until then. */
function untilLoaded(key: string, defaultValue?: string): string {
  if (isComplete || defaultValue !== undefined) return defaultValue ?? key
  isAwaited = true
  void loadAllTranslations()
  return ''
}

/** The list's messages in a language and in those that it falls back to, without English. */
async function listBundle(language: InterfaceLanguage): Promise<TranslationBundle> {
  const languages = languagesOf(language).filter((one) => one !== 'en')
  const loaded = await Promise.all(
    languages.map(async (one) =>
      Object.entries(await listMessages[one]()).map(
        ([namespace, messages]) => [`${one}/${namespace}`, messages] as const,
      ),
    ),
  )
  return Object.fromEntries(loaded.flat())
}

/** Namespaces of which the list has a part, or that no screen loads by itself. */
const partNamespaces = ['app', 'errors', 'lang', 'shortcuts'] as const

const loadWhole = Object.fromEntries(
  interfaceLanguages.map((language) => [
    language,
    memoizeAsync(async () => {
      const loaded = await Promise.all(
        partNamespaces.map((namespace) => files[`../../locales/${language}/${namespace}.json`]?.()),
      )
      await started
      for (const [at, namespace] of partNamespaces.entries())
        i18next.addResourceBundle(language, namespace, loaded[at], false, true)
    }),
  ]),
) as Record<InterfaceLanguage, () => Promise<void>>
const loadWholeLanguages = async (language: InterfaceLanguage): Promise<void> => {
  // A language that cannot be loaded keeps the list's messages; keys without any stay untranslated.
  await Promise.allSettled(languagesOf(language).map((one) => loadWhole[one]()))
}

/** Loads all messages of the reader in the user's language. When that fails, keys without a message stay untranslated. */
export async function loadAllTranslations(): Promise<void> {
  await loadWholeLanguages(requested ?? 'en')
  isComplete = true
  if (isAwaited) i18next.emit('languageChanged', i18next.language)
  isAwaited = false
}

/** Loads the messages of the pane of an entry. */
export async function loadEntryTranslations(): Promise<void> {
  const languages = languagesOf(requested ?? 'en')
  const loaded = await Promise.allSettled(languages.map((one) => entryMessages[one]()))
  await started
  for (const [at, one] of languages.entries()) {
    const part = loaded[at]
    if (part?.status !== 'fulfilled') continue
    for (const [namespace, messages] of Object.entries(part.value.default))
      i18next.addResourceBundle(one, namespace, messages, true, true)
  }
}

/** Namespaces of screens and dialogs that are not loaded at startup. */
const screenNamespaces = ['people', 'settings', 'sources']

/** Loads all messages of the product's own screens and dialogs, so that none is drawn with keys in their place. */
export const loadScreenTranslations = async (): Promise<void> => {
  await Promise.all([loadAllTranslations(), i18next.loadNamespaces(screenNamespaces)])
}

/** As {@link loadScreenTranslations}, and the words by which commands are found: every command is prepared anew when they come. */
export const loadPaletteTranslations = async (): Promise<void> => {
  await Promise.all([loadScreenTranslations(), i18next.loadNamespaces('keywords')])
}

export async function changeLanguage(language: string): Promise<void> {
  const next = interfaceLanguage(language)
  // i18next emits a change even for the same language, which would render every translated component again.
  if (next === requested) return
  requested = next
  // Of the languages that it falls back to, the list's messages may be all that is here.
  await loadWholeLanguages(next)
  await i18next.changeLanguage(next)
  await cacheTranslations()
}

/** Stores the list's messages in the current language for the next start, unless they were read from there. */
export async function cacheTranslations(): Promise<void> {
  const language = requested
  if (!cache || language === undefined || language === 'en' || cache.read(language) !== null) return
  const bundle = await listBundle(language).catch(() => null)
  if (bundle && language === requested) cache.write(language, bundle)
}

function loadNamespace(
  language: string,
  namespace: string,
  done: (error: Error | null, messages: Messages | false) => void,
): void {
  const load = files[`../../locales/${language}/${namespace}.json`]
  // A language may lack a namespace: English is the fallback.
  if (!load) return done(null, {})
  load().then(
    (messages) => done(null, messages),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
  )
}
