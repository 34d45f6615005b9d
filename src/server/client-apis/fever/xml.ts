/** The response as XML, for `api=xml`: `response` outside, one element per field, the members of a list named by its singular. */
import { escapeMarkup, withoutXmlForbidden } from '../../../core/escape-markup.ts'

export const xml = (body: Readonly<Record<string, unknown>>): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<response>${fields(body)}</response>\n`

function fields(body: Readonly<Record<string, unknown>>): string {
  return Object.entries(body)
    .map(([name, value]) => `<${name}>${inside(name, value)}</${name}>`)
    .join('')
}

function inside(name: string, value: unknown): string {
  if (!Array.isArray(value)) return escapeMarkup(withoutXmlForbidden(String(value)))
  const one = name.replace(/s$/, '')
  return value.map((item: Record<string, unknown>) => `<${one}>${fields(item)}</${one}>`).join('')
}
