/** Messages that the server writes in English and the reader translates: both know their templates. */

type Values = Readonly<Record<string, string>>
export type ReadMessage<Key extends string> = { readonly key: Key; readonly values: Values }

/**
 * @param templates sentences with placeholders such as `{{host}}`
 * @returns `write` fills a template in; `read` finds the template of a message and the values of its placeholders, null for
 * any other message
 */
export function createMessages<Key extends string>(templates: Readonly<Record<Key, string>>) {
  const keys = Object.keys(templates) as Key[]
  // Most users never see one of these messages.
  let patterns: readonly (readonly [Key, RegExp])[] | undefined
  return {
    write: (key: Key, values: Values): string =>
      templates[key].replaceAll(PLACE, (_, name: string) => values[name] ?? ''),
    read(message: string): ReadMessage<Key> | null {
      patterns ??= keys.map((key) => [key, patternOf(templates[key])])
      for (const [key, pattern] of patterns) {
        const match = pattern.exec(message)
        if (match) return { key, values: { ...match.groups } }
      }
      return null
    },
  }
}

const PLACE = /\{\{(\w+)\}\}/g
const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(PLACE)
      .map((part, at) => (at % 2 === 0 ? literal(part) : `(?<${part}>.+)`))
      .join('')}$`,
    's',
  )
