/** The account e-mails. Their texts are in locales, in every language that the client supports. */
import en from '../../../locales/en/emails.json' with { type: 'json' }
import ja from '../../../locales/ja/emails.json' with { type: 'json' }
import simplified from '../../../locales/zh-CN/emails.json' with { type: 'json' }
import traditional from '../../../locales/zh-TW/emails.json' with { type: 'json' }
import type { EmailLanguage } from '../email/outgoing/language.ts'
import type { OutgoingEmail } from '../email/outgoing/outgoing-email.ts'

type EmailMessages = Readonly<Record<'subject' | 'text', string>>
type Link = { readonly to: string; readonly url: string }

const messages: Readonly<
  Record<EmailLanguage, Readonly<Record<'verify' | 'change' | 'password' | 'exists', EmailMessages>>>
> = {
  en,
  ja,
  'zh-CN': simplified,
  'zh-TW': traditional,
}

/** Confirms an address: the first one at sign-up, or a new one. */
export const verificationEmail =
  (link: Link) =>
  (language: EmailLanguage): OutgoingEmail =>
    email(messages[language].verify, link)

/** Asks the current address to confirm before the new one is written to. */
export const addressChangeEmail =
  (link: Link & { readonly newEmail: string }) =>
  (language: EmailLanguage): OutgoingEmail =>
    email(messages[language].change, link)

export const passwordResetEmail =
  (link: Link) =>
  (language: EmailLanguage): OutgoingEmail =>
    email(messages[language].password, link)

/**
 * Sent when someone signs up with an address that already has an account, so that the sign-up response need not
 * reveal it. @param link where to sign in
 */
export const existingAccountLetter =
  (link: Link) =>
  (language: EmailLanguage): OutgoingEmail =>
    email(messages[language].exists, link)

/** Values are inserted in one pass, so that an address that looks like a placeholder stays unchanged. */
const email = (
  { subject, text }: EmailMessages,
  { to, ...values }: Link & { readonly newEmail?: string },
): OutgoingEmail => ({
  to,
  subject,
  text: `${text.replace(/\{\{(url|newEmail)\}\}/g, (_, name: 'url' | 'newEmail') => values[name] ?? '')}\n`,
})
