/** Templates of the address and the body: text in which `{{title}}` stands for the entry's title. */
import type { PluginText } from '../../src/plugin-api/manifest.ts'

export const FIELDS = [
  'id',
  'title',
  'url',
  'author',
  'description',
  'content',
  'markdown',
  'selection',
  'publishedAt',
  'feedTitle',
  'feedUrl',
  'siteUrl',
  'labels',
  'folder',
  'starred',
  'highlights',
] as const
type Field = (typeof FIELDS)[number]
export type Fields = Readonly<Record<Field, string>>

/** How a value is written into the text: in an address or a form, in a JSON string, or as it is. */
export type Escape = 'address' | 'json' | 'none'

const FIELD = /\{\{([^{}]*)\}\}/g

/** @returns what is wrong with a template, with its line and column from 1; null when it is right */
function wrongTemplate(text: string): PluginText | null {
  const open = text.replaceAll(FIELD, (whole) => ' '.repeat(whole.length)).indexOf('{{')
  const unknown = [...text.matchAll(FIELD)].find(([, name = '']) => !isField(name.trim()))
  if (unknown && (open === -1 || unknown.index < open))
    return {
      key: 'template.unknown',
      values: { name: unknown[0], ...positionOf(text, unknown.index), known: FIELDS.join(', ') },
    }
  return open === -1 ? null : { key: 'template.open', values: positionOf(text, open) }
}

/** @returns what is wrong with an address; null when it is right, or empty. Its host takes no fields. */
export function wrongAddress(text: string): PluginText | null {
  if (text === '') return null
  if (!/^https?:\/\/[^\s{}/?#]+([/?#]|$)/i.test(text) || URL.parse(text) === null)
    return { key: 'template.address' }
  return wrongTemplate(text)
}

/** @returns what is wrong with a body; null when it is right. One that begins with one brace has to be JSON. */
export function wrongBody(text: string): PluginText | null {
  const wrong = wrongTemplate(text)
  if (wrong || !/^\s*\{(?!\{)/.test(text)) return wrong
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const found = /line (\d+) column (\d+)/.exec(String(error))
    return found
      ? { key: 'template.notJsonAt', values: { line: Number(found[1]), column: Number(found[2]) } }
      : { key: 'template.notJson' }
  }
}

/** A right template with its fields filled in, which is measured before it is made: a short one may name a long field often. */
export type Filling = {
  /** UTF-8. */
  readonly bytes: number
  readonly text: () => string
}

export function fillingOf(text: string, fields: Fields, escape: Escape): Filling {
  const named = [...fieldsIn(text)] as Field[]
  const values = new Map(named.map((name) => [name, escaped(fields[name], escape)]))
  const sizes = new Map([...values].map(([name, value]) => [name, utf8Length(value)]))
  const places = Array.from(text.matchAll(FIELD), ([, name = '']) => sizes.get(name.trim() as Field) ?? 0)
  return {
    bytes: places.reduce((sum, size) => sum + size, utf8Length(text.replaceAll(FIELD, ''))),
    text: () => text.replaceAll(FIELD, (_, name: string) => values.get(name.trim() as Field) ?? ''),
  }
}

/** @returns the fields that a template names */
export const fieldsIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(FIELD), ([, name = '']) => name.trim()))

const utf8Length = (text: string): number => new TextEncoder().encode(text).length

const isField = (name: string): name is Field => FIELDS.some((one) => one === name)

function escaped(value: string, escape: Escape): string {
  if (escape === 'address') return encodeURIComponent(value)
  return escape === 'json' ? JSON.stringify(value).slice(1, -1) : value
}

function positionOf(text: string, index: number): { line: number; column: number } {
  const lines = text.slice(0, index).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
