/** Languages of the interface. */
export const interfaceLanguages = ['en', 'zh-CN', 'zh-TW', 'ja'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

/** The nearest interface language: Chinese of Taiwan, Hong Kong and Macau is zh-TW, any other Chinese zh-CN. */
export function interfaceLanguage(tag: string): InterfaceLanguage {
  if (/^zh-(TW|HK|MO|Hant)/i.test(tag)) return 'zh-TW'
  if (/^zh/i.test(tag)) return 'zh-CN'
  return /^ja/i.test(tag) ? 'ja' : 'en'
}

/** The namespace of texts that plugins add for the reader's own keys: where its own have none, they are shown. */
export const ADDED_TEXTS = 'added'
