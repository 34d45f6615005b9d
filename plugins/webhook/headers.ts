/** The headers of a request, one a line: `Name: value`. */
import { PluginRefusal } from '../../src/plugin-api/server.ts'

const NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Field values of HTTP: visible characters of ISO 8859-1, spaces and tabs (RFC 9110 5.5). */
const VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/
/** Headers that the connection sets itself. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** @returns the headers, their names in lower case. @throws PluginRefusal `headers.…` that names the line */
export function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === '') continue
    const line = at + 1
    const colon = written.indexOf(':')
    const name = written.slice(0, colon).trim().toLowerCase()
    const value = written.slice(colon + 1).trim()
    if (colon < 1 || !NAME.test(name) || !VALUE.test(value))
      throw new PluginRefusal('headers.wrong', { line })
    if (OF_THE_CONNECTION.has(name)) throw new PluginRefusal('headers.notYours', { line, name })
    headers[name] = value
  }
  return headers
}
