/** The allowed declarations of a style attribute. */
import { STYLES } from './allowed.ts'

/** Syntax that browsers may read differently: blocks, rules, escapes, comments. None belongs in a style attribute. */
const DOUBTFUL = /[{}[\]\\@]|\/\*/
const IMPORTANT = /[ \t\n\f\r]*![ \t\n\f\r]*important$/i
const rules: ReadonlyMap<string, readonly RegExp[]> = new Map(Object.entries(STYLES))

/** @returns empty where nothing is allowed, and for a malformed style */
export function safeStyle(style: string): string {
  if (DOUBTFUL.test(style)) return ''
  const parts = declarationsIn(style)
  if (!parts) return ''
  const retained: string[] = []
  for (const part of parts) {
    const colon = part.indexOf(':')
    const name = trimmed(part.slice(0, colon))
    const written = trimmed(part.slice(colon + 1))
    if (colon < 0 || /[ \t\n\f\r]/.test(name) || saysMore(written)) return ''
    // A vendor prefix of old browsers.
    const allowed = rules.get(name.replace(/^[_*]/, ''))
    const value = written.replace(IMPORTANT, '')
    if (!allowed?.some((shape) => shape.test(value))) continue
    retained.push(`${name.replace(/^[_*]/, '')}:${value}${value === written ? '' : ' !important'}`)
  }
  return retained.join(';')
}

/** Splits at semicolons outside quotes and brackets; null when a quote or bracket is unclosed. */
function declarationsIn(style: string): string[] | null {
  const parts: string[] = []
  let [start, depth, quote] = [0, 0, '']
  for (let at = 0; at < style.length; at += 1) {
    const letter = style[at] ?? ''
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (letter === ';' && depth === 0) {
      parts.push(style.slice(start, at))
      start = at + 1
    }
    if (depth < 0) return null
  }
  if (quote !== '' || depth !== 0) return null
  parts.push(style.slice(start))
  return parts.filter((part) => trimmed(part) !== '')
}

/** A colon in a value means a missing semicolon, so the end of the value is unknown. */
const saysMore = (value: string): boolean =>
  value.includes(':') && /:/.test(value.replace(/"[^"]*"|'[^']*'|\([^()]*\)|\bprogid:/g, ''))

const trimmed = (text: string): string => text.replace(/^[ \t\n\f\r]+|(?<![ \t\n\f\r])[ \t\n\f\r]+$/g, '')
