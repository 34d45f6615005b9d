/** The texts of the page, which is data. */
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import simplified from './locales/zh-CN.json' with { type: 'json' }
import traditional from './locales/zh-TW.json' with { type: 'json' }

type Texts = typeof en.page

const texts: Readonly<Record<string, Texts>> = {
  en: en.page,
  ja: ja.page,
  'zh-CN': simplified.page,
  'zh-TW': traditional.page,
}

export const textsIn = (language: string): Texts => texts[language] ?? en.page

export const filled = (text: string, values: Readonly<Record<string, number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
