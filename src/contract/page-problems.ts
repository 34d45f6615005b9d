/** Why a page makes no feed, which the server words in English and the reader in its own language. */

/** The server's messages. Translations: locales errors.json, `page`. */
const templates = {
  noMatch: 'Nothing on the page matches “{{selector}}”. Perhaps the page has changed',
  costlySelector: '“{{selector}}” looks in too many places: it has too many spaces or “~”',
  badSelector: '“{{selector}}” is not a CSS selector that can be used here',
} as const
export type PageProblem = { readonly key: keyof typeof templates; readonly selector: string }

const messageOf = (key: PageProblem['key'], selector: string) =>
  templates[key].replace('{{selector}}', () => selector)
export const noMatchMessage = (selector: string): string => messageOf('noMatch', selector)
export const costlySelectorMessage = (selector: string): string => messageOf('costlySelector', selector)
export const badSelectorMessage = (selector: string): string => messageOf('badSelector', selector)

/** The problem in a message of the server; null for any other message. */
export function readPageProblem(message: string): PageProblem | null {
  for (const key of Object.keys(templates) as PageProblem['key'][]) {
    const [before = '', after = ''] = templates[key].split('{{selector}}')
    if (message.startsWith(before) && message.endsWith(after))
      return { key, selector: message.slice(before.length, message.length - after.length) }
  }
  return null
}
