/** Translations. English for the reader is in the first bundle; dialogs and other languages load on demand. */
import i18next from 'i18next'
import { entry, errorPage, help, palette, shell, timeline, tree, undo } from '../../locales/en/app.json'
import common from '../../locales/en/common.json'
import { client, unexpected } from '../../locales/en/errors.json'
import shortcuts from '../../locales/en/shortcuts.json'
import { interfaceLanguage, interfaceLanguages, memoizeAsync } from '../core/index.ts'

type Messages = Record<string, unknown>
/** Messages of the reader; dialogs, toasts and other screens load {@link loadAllTranslations} first. */
const app = {
  entry,
  errorPage,
  help,
  palette,
  shell,
  timeline,
  tree,
  undo,
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

/** @param language the user's, see {@link interfaceLanguage} */
export async function startTranslations(language: string): Promise<void> {
  requested = interfaceLanguage(language)
  await i18next.use({ type: 'backend', init: () => {}, read: loadNamespace }).init({
    lng: requested,
    // Traditional Chinese falls back to Simplified, then English (spec 1).
    fallbackLng: { 'zh-TW': ['zh-CN', 'en'], default: ['en'] },
    supportedLngs: interfaceLanguages,
    ns: ['app', 'common', 'lang', 'shortcuts', 'errors'],
    defaultNS: 'app',
    resources: { en: { app, common, errors: { client, unexpected }, shortcuts } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

const loadAll = memoizeAsync(async () => {
  const { all } = await import('./english-translations.ts')
  for (const [namespace, messages] of Object.entries(all))
    i18next.addResourceBundle('en', namespace, messages, false, true)
})
/** Loads all English messages. When that fails, keys without a message stay untranslated. */
export const loadAllTranslations = (): Promise<void> => loadAll().catch(() => {})

export async function changeLanguage(language: string): Promise<void> {
  const next = interfaceLanguage(language)
  // i18next emits a change even for the same language, which would render every translated component again.
  if (next === requested) return
  requested = next
  await i18next.changeLanguage(next)
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
