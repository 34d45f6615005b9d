/** The response as XML, for `api=xml`: `response` outside, one element a field, the members of a list in its singular. */

export const xml = (body: Readonly<Record<string, unknown>>): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<response>${fields(body)}</response>\n`

function fields(body: Readonly<Record<string, unknown>>): string {
  return Object.entries(body)
    .map(([name, value]) => `<${name}>${inside(name, value)}</${name}>`)
    .join('')
}

function inside(name: string, value: unknown): string {
  if (!Array.isArray(value)) return escaped(String(value))
  const one = name.replace(/s$/, '')
  return value.map((item: Record<string, unknown>) => `<${one}>${fields(item)}</${one}>`).join('')
}

/** Control characters cannot stand in XML in any form. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
