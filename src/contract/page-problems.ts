/** Why a page makes no feed, which the server describes in English and the reader translates. */
import { createMessages } from './message-templates.ts'

const { read, write } = createMessages({
  // Translations: locales errors.json, `page`.
  noMatch: 'Nothing on the page matches “{{selector}}”. Perhaps the page has changed',
  costlySelector: '“{{selector}}” looks in too many places: it has too many spaces or “~”',
  noText: 'The page has no text to compare. Perhaps its scripts write it',
  badSelector: '“{{selector}}” is not a CSS selector that can be used here',
})

export const noMatchMessage = (selector: string): string => write('noMatch', { selector })
export const costlySelectorMessage = (selector: string): string => write('costlySelector', { selector })
export const badSelectorMessage = (selector: string): string => write('badSelector', { selector })
export const noTextMessage = write('noText', {})

/** The problem in a message of the server; null for any other message. */
export const readPageProblem = read
