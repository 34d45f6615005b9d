/** What is noticeable in the code of a plugin from elsewhere. It reads the text: a hint for people, no wall. */
import { z } from 'zod'

export const finding = z.object({
  /** Code made of text; functions that the sandbox closes; hosts that are named; encoded texts; long lines. */
  kind: z.enum(['evaluates', 'reaches', 'hosts', 'encoded', 'long']),
  /** What was found: names, hosts, or the longest length in characters. */
  names: z.array(z.string()),
  /** The installed version does not have it. */
  isNew: z.boolean().optional(),
})
export const findings = z.array(finding)
export type Finding = z.infer<typeof finding>

const EVALUATING: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['eval', /\beval\s*\(/],
  ['Function', /(?<![.\w$])Function\s*\(/],
  ['constructor', /\bconstructor\s*(?:\]\s*)?\(\s*["'`]/],
  ['setTimeout', /\bset(?:Timeout|Interval)\s*\(\s*["'`]/],
  // The types of the package for authors are named in comments; its modules are loaded by none.
  ['import', /(?<![.\w$])import\s*\((?!\s*['"]@lectern\/plugin\/(?:client|server)['"]\s*\)\s*\.)/],
]
/** Braces around `fetch` and other names. Bounded: a text that never closes them would be read again from each of its words. */
const TAKEN = String.raw`\{[^{}]{0,500}(?<![.\w$])fetch\b[^{}]{0,500}\}\s*`
/** `host.fetch` is the reader's, and needs a permission. So is one that is taken out of what a handler is given. */
const OWN_FETCH = new RegExp(
  [
    String.raw`[({,]\s*${TAKEN}(?:\)|,|=[^=>])`,
    String.raw`\b(?:const|let|var)\s*${TAKEN}=\s*(?!(?:self|globalThis|window)\b)[\w$]`,
  ].join('|'),
)
const REACHING: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['fetch', /(?<![.\w$])fetch\s*\(/],
  ['globalThis.fetch', /\b(?:self|globalThis)\s*(?:\?\.|\.)\s*fetch\b/],
  ...['XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'Worker', 'importScripts'].map(
    (name) => [name, new RegExp(`(?<![.\\w$])${name}\\s*\\(`)] as const,
  ),
]
const ADDRESS = /\b(?:https?|wss?):\/\/([a-z0-9.-]+(?::\d{1,5})?)/gi
/** Base64 or hexadecimal digits, or characters named by their numbers. */
const ENCODED = /[A-Za-z0-9+/=_-]{200,}|(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\u\{[0-9a-f]+\}){20,}/gi
const DECODING: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['atob', /(?<![.\w$])atob\s*\(/],
  ['fromCharCode', /\bfrom(?:CharCode|CodePoint)\s*\(/],
]
/** Characters of a line that nobody reads. */
const LONG_LINE = 1000

/** @param code a classic script */
export function scanCode(code: string): Finding[] {
  const named = (patterns: typeof EVALUATING) =>
    patterns.filter(([, pattern]) => pattern.test(code)).map(([name]) => name)
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length))
  const hosts = [...code.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase())
  const encoded = longest(code.match(ENCODED) ?? [])
  const line = code.split('\n').reduce((most, { length }) => Math.max(most, length), 0)
  const all: Finding[] = [
    { kind: 'evaluates', names: named(EVALUATING) },
    {
      kind: 'reaches',
      names: named(REACHING).filter((name) => name !== 'fetch' || !OWN_FETCH.test(code)),
    },
    { kind: 'hosts', names: [...new Set(hosts)].toSorted() },
    { kind: 'encoded', names: [...named(DECODING), ...(encoded > 0 ? [String(encoded)] : [])] },
    { kind: 'long', names: line > LONG_LINE ? [String(line)] : [] },
  ]
  return all.filter(({ names }) => names.length > 0)
}

/** @returns those of the newer version; what only it has stands apart, marked as new */
export function comparedFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  return after.flatMap(({ kind, names }) => {
    const known = before.find((one) => one.kind === kind)?.names
    // Another length is no other finding.
    const isKnown = (name: string) => known?.includes(name) ?? false
    const isLength = (name: string) => known !== undefined && /^\d+$/.test(name) && known.some(isNumeric)
    const old = names.filter((name) => isKnown(name) || isLength(name))
    const added = names.filter((name) => !old.includes(name))
    return [
      ...(added.length > 0 ? [{ kind, names: added, isNew: true }] : []),
      ...(old.length > 0 ? [{ kind, names: old }] : []),
    ]
  })
}

const isNumeric = (name: string): boolean => /^\d+$/.test(name)
