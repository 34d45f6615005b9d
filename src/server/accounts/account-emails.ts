/** The letters about an account; their words stand in locales, in every language that the reader speaks. */
import en from '../../../locales/en/letters.json' with { type: 'json' }
import ja from '../../../locales/ja/letters.json' with { type: 'json' }
import simplified from '../../../locales/zh-CN/letters.json' with { type: 'json' }
import traditional from '../../../locales/zh-TW/letters.json' with { type: 'json' }
import type { EmailLanguage } from '../email/outgoing/language.ts'
import type { OutgoingEmail } from '../email/outgoing/outgoing-email.ts'

type Words = Readonly<Record<'subject' | 'text', string>>
type Link = { readonly to: string; readonly url: string }

const words: Readonly<
  Record<EmailLanguage, Readonly<Record<'verify' | 'change' | 'password' | 'exists', Words>>>
> = {
  en,
  ja,
  'zh-CN': simplified,
  'zh-TW': traditional,
}

/** Proves an address: the first one at sign-up, or a new one. */
export const verificationEmail =
  (link: Link) =>
  (language: EmailLanguage): OutgoingEmail =>
    letter(words[language].verify, link)

/** Asks at the present address before a new one is written to. */
export const addressChangeEmail =
  (link: Link & { readonly newEmail: string }) =>
  (language: EmailLanguage): OutgoingEmail =>
    letter(words[language].change, link)

export const passwordResetEmail =
  (link: Link) =>
  (language: EmailLanguage): OutgoingEmail =>
    letter(words[language].password, link)

/** To who signs up although they have an account: nobody else learns that they have. @param link where they sign in */
export const existingAccountLetter =
  (link: Link) =>
  (language: EmailLanguage): OutgoingEmail =>
    letter(words[language].exists, link)

/** Values are put in once, so that an address which looks like a value stays as it is. */
const letter = (
  { subject, text }: Words,
  { to, ...values }: Link & { readonly newEmail?: string },
): OutgoingEmail => ({
  to,
  subject,
  text: `${text.replace(/\{\{(url|newEmail)\}\}/g, (_, name: 'url' | 'newEmail') => values[name] ?? '')}\n`,
})
