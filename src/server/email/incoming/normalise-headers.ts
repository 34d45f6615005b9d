/** Normalises MIME headers of programs that ignore the standard. */

const FORMS: readonly (readonly [name: RegExp, tidied: (value: string) => string])[] = [
  [/^content-type[ \t]*:/i, type],
  [/^content-transfer-encoding[ \t]*:/i, transfer],
  [/^content-disposition[ \t]*:/i, disposition],
]

/** @param lines of one part, folded ones too @returns the same headers; a repaired one is on one line */
export function normaliseHeaders(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines)
    if (/^[ \t]/.test(line) && whole.length > 0) whole[whole.length - 1] += `\n${line}`
    else whole.push(line)
  return whole.flatMap((header) => {
    const form = FORMS.find(([name]) => name.test(header))
    if (!form) return header.split('\n')
    const value = header.slice(header.indexOf(':') + 1).replaceAll('\n', '')
    return `${header.slice(0, header.indexOf(':'))}: ${form[1](value.trim())}`
  })
}

/** A parameter line without indentation still belongs to the header above it. */
export const isParameter = (line: string): boolean =>
  /^(charset|boundary|name|filename|format|type|method)(\*\d*\*?)?[ \t]*=/i.test(line)

const KINDS: Readonly<Record<string, string>> = {
  '': 'text/plain',
  text: 'text/plain',
  plain: 'text/plain',
  html: 'text/html',
  multipart: 'multipart/mixed',
}

/** `text`, `text/html charset=…`, `text/plain, charset=…`, and nothing before the first `;`. */
function type(value: string): string {
  const [, kind = '', rest = ''] =
    /^([^\s;,(]*)[\s;,]*(.*)$/s.exec(value.replace(/^(\w+)\s*\/\s*/, '$1/')) ?? []
  const known = KINDS[kind.toLowerCase()] ?? kind
  return rest === '' ? known : `${known}; ${rest}`
}

function transfer(value: string): string {
  const letters = value.toLowerCase().replace(/[^a-z\d]/g, '')
  if (/^(quotedprint|qp$)/.test(letters)) return 'quoted-printable'
  return letters === 'base64' ? 'base64' : value
}

function disposition(value: string): string {
  return /^;?\s*(file)?name\b/i.test(value) ? `attachment; ${value}` : value
}
