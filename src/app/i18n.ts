/** The words: the reader's own are there in English from the start, those of dialogs and other languages come when wanted. */
import i18next from 'i18next'
import { entry, errorPage, help, palette, shell, timeline, tree } from '../../locales/en/app.json'
import common from '../../locales/en/common.json'
import { client, unexpected } from '../../locales/en/errors.json'
import shortcuts from '../../locales/en/shortcuts.json'
import { memoizeAsync } from '../core/index.ts'

type Words = Record<string, unknown>
/** What the reader itself says; dialogs, toasts and other screens wait for {@link allWords}. */
const app = {
  entry,
  errorPage,
  help,
  palette,
  shell,
  timeline,
  tree,
}
const files = import.meta.glob<Words>(
  [
    '../../locales/*/*.json',
    '!../../locales/en/{app,common,errors,lang,shortcuts}.json',
    '!../../locales/*/*.test.*',
    // What the server writes.
    '!../../locales/*/letters.json',
  ],
  { import: 'default' },
)

export const languages = ['en', 'zh-CN', 'zh-TW', 'ja'] as const

/** The language that was asked for last; its words may still be on their way. */
let asked: string | undefined

/** @param language the person's, see {@link supported} */
export async function startWords(language: string): Promise<void> {
  asked = supported(language)
  await i18next.use({ type: 'backend', init: () => {}, read: readWords }).init({
    lng: asked,
    // Traditional Chinese falls back to Simplified, then English (spec 1).
    fallbackLng: { 'zh-TW': ['zh-CN', 'en'], default: ['en'] },
    supportedLngs: languages,
    ns: ['app', 'common', 'lang', 'shortcuts', 'errors'],
    defaultNS: 'app',
    resources: { en: { app, common, errors: { client, unexpected }, shortcuts } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

const loadAll = memoizeAsync(async () => {
  const { all } = await import('./all-words.ts')
  for (const [group, words] of Object.entries(all)) i18next.addResourceBundle('en', group, words, false, true)
})
/** English whole. Where it cannot be fetched, what is there must do. */
export const allWords = (): Promise<void> => loadAll().catch(() => {})

export async function changeWords(language: string): Promise<void> {
  const next = supported(language)
  // i18next tells of a change in any case, and all that says something would be drawn anew.
  if (next === asked) return
  asked = next
  await i18next.changeLanguage(next)
}

/** The nearest language that we have: any Chinese of the traditional lands is zh-TW, any other zh-CN. */
export function supported(language: string): (typeof languages)[number] {
  if (/^zh-(TW|HK|MO|Hant)/i.test(language)) return 'zh-TW'
  if (/^zh/i.test(language)) return 'zh-CN'
  return /^ja/i.test(language) ? 'ja' : 'en'
}

function readWords(
  language: string,
  group: string,
  done: (error: Error | null, words: Words | false) => void,
): void {
  const load = files[`../../locales/${language}/${group}.json`]
  // A language need not have every group: English stands in.
  if (!load) return done(null, {})
  load().then(
    (words) => done(null, words),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false),
  )
}
