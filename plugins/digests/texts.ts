/** The texts of what the server half writes. */
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import simplified from './locales/zh-CN.json' with { type: 'json' }
import traditional from './locales/zh-TW.json' with { type: 'json' }

export type Texts = typeof en.letter

const texts: Readonly<Record<string, Texts>> = {
  en: en.letter,
  ja: ja.letter,
  'zh-CN': simplified.letter,
  'zh-TW': traditional.letter,
}

export const textsIn = (language: string): Texts => texts[language] ?? en.letter

/** Values in one pass, so that one that looks like a placeholder stays as it is. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
