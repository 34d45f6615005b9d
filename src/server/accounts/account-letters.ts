/** The words of the letters about an account. */
import type { Letter } from '../letters/letters.ts'

type Link = { readonly to: string; readonly url: string }

/** Proves an address: the first one at sign-up, or a new one. */
export const verifyLetter = ({ to, url }: Link): Letter => ({
  to,
  subject: 'Confirm your e-mail address',
  text: paragraphs(
    'Somebody, most likely you, gave this address to Lectern, a feed reader.',
    `Open this link to confirm that it is yours:\n${url}`,
    'The link works for one hour. If it was not you, do nothing: without the link nothing happens.',
  ),
})

/** Asks at the present address before a new one is written to. */
export const changeLetter = ({ to, url, newEmail }: Link & { readonly newEmail: string }): Letter => ({
  to,
  subject: 'Confirm the change of your e-mail address',
  text: paragraphs(
    `Your Lectern account is to get a new address: ${newEmail}`,
    `Open this link if you want that; the new address then gets a link of its own:\n${url}`,
    'The link works for one hour. If it was not you, change your password: somebody else is signed in.',
  ),
})

export const passwordLetter = ({ to, url }: Link): Letter => ({
  to,
  subject: 'Set a new password',
  text: paragraphs(
    'Somebody, most likely you, has forgotten the password of your Lectern account.',
    `Open this link to set a new one:\n${url}`,
    'The link works once, for one hour. If it was not you, do nothing: the present password stays.',
  ),
})

const paragraphs = (...all: readonly string[]): string => `${all.join('\n\n')}\n`
