/** Chooses the language of an e-mail. */
import { generalSettingsOf } from '../../storage/accounts/settings.ts'
import type { Storage } from '../../storage/open.ts'

const emailLanguages = ['en', 'zh-CN', 'zh-TW', 'ja'] as const
export type EmailLanguage = (typeof emailLanguages)[number]

/** The recipient, and the Accept-Language of the requesting browser (RFC 9110 12.5.4). */
export type Recipient = { readonly id: string; readonly accepts: string | null }

/** The setting of the user, else the language of the browser, else English. */
export async function languageFor(storage: Storage, { id, accepts }: Recipient): Promise<EmailLanguage> {
  const { language: chosen } = await generalSettingsOf(storage, id)
  return (typeof chosen === 'string' && supported(chosen)) || wanted(accepts ?? '') || 'en'
}

/** The best supported language of the header; none without a header. */
function wanted(header: string): EmailLanguage | null {
  const ranges = header
    .slice(0, 1000)
    .split(',')
    .map((range, at) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean)
      return { tag, at, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.at - b.at)
  for (const { tag } of ranges) {
    const language = supported(tag)
    if (language) return language
  }
  return null
}

/** Chinese of regions with traditional script is zh-TW, any other zh-CN, as in the client. */
function supported(tag: string): EmailLanguage | null {
  if (/^zh-(TW|HK|MO|Hant)\b/i.test(tag)) return 'zh-TW'
  const [language = ''] = tag.toLowerCase().split('-')
  return ({ zh: 'zh-CN', ja: 'ja', en: 'en' } as const)[language] ?? null
}
