/** Who wrote it: elements with names in them, or one line in a dozen forms. */
import { all, elementsIn, wordsOf, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import { oneLine, plainText } from './text.ts'

export type Author = {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly url?: string | null
}

/**
 * Begins where a word begins, and with the lengths of RFC 5321, 4.5.3.1: otherwise a line without any `@` takes the square of
 * its length.
 */
const EMAIL =
  /(?:mailto:)?(?<![^\s<>()[\],;:"'])([^\s<>()[\],;:"']{1,64}@[^\s<>()[\],;:"'?]{1,255})(?:\?\S*)?/i
/** Looked for where a run begins only, not at each of its characters. */
const MARKS_AROUND = /^[\s,;:-]+|(?<![\s,;:-])[\s,;:-]+$/g

/** Where authors stand, the most telling first. */
const AUTHORS = [
  'author',
  'atom:author',
  'dc:creator',
  'dc:author',
  'itunes:author',
  'googleplay:author',
] as const
const MORE = ['dcterms:creator', 'creator', 'podcast:person'] as const

/** @returns everybody named in the best place that names anybody */
export function authorsOfElement(element: Element | undefined, base: string | null): readonly Author[] {
  if (!element) return []
  const known: Author[][] = []
  for (const name of AUTHORS) {
    const people = all(element, name).flatMap((one) => personOf(one, base))
    if (people.length > 0) known.push(people)
  }
  const credits = all(element, 'media:credit')
    .filter(({ attributes }) => attributes['role'] === 'author')
    .flatMap((one) => personOf(one, base))
  if (credits.length > 0) known.push(credits)
  return known.find((people) => people.some(({ name }) => name)) ?? known[0] ?? others(element, base)
}

const others = (element: Element, base: string | null): readonly Author[] =>
  MORE.map((name) => all(element, name).flatMap((one) => personOf(one, base))).find(
    ({ length }) => length > 0,
  ) ?? []

function personOf(element: Element, base: string | null): Author[] {
  const part = (...names: readonly string[]): string | undefined =>
    names.map((name) => wordsOf(elementsIn(element).find(({ local }) => local === name))).find(Boolean)
  const from = element.base ?? base
  if (elementsIn(element).length === 0) {
    const person = authorIn(wordsOf(element) ?? element.attributes['name'])
    return person ? [person] : []
  }
  const name = part('name')
  const said = name === undefined ? undefined : authorIn(name)
  const email = part('email', 'mbox') ?? said?.email
  const url = absolute(part('uri', 'url', 'homepage', 'href'), from)
  const shown = said?.name ?? (email === undefined && name === undefined ? wordsOf(element) : undefined)
  return shown || email || url ? [{ name: shown, email, url }] : []
}

/** A name and nothing else, as most are. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}\d.]*(?: [\p{L}\d][\p{L}\p{M}\d.]*)*$/u

/** `ann@x.example (Ann)`, `Ann <ann@x.example>`, `Ann (ann@x.example)`, or either alone. */
export function authorIn(text: string | undefined): Author | undefined {
  if (text !== undefined && PLAIN_NAME.test(text)) return { name: text, email: undefined }
  const line = oneLine(
    plainText(
      text
        ?.replace(EMAIL, (whole) => whole.replace(/^mailto:/i, ''))
        .replace(/<([^<>\s]+@[^<>\s]+)>/, '($1)'),
    ) ?? undefined,
  )
  if (line === null) return undefined
  const [wholeEmail = '', email] = EMAIL.exec(line) ?? []
  const link = /\(\s*(https?:\/\/[^\s)]+)\s*\)/.exec(line)?.[1]
  const rest = line
    .replace(wholeEmail, '')
    .replace(link ?? '', '')
    .replace(/\(\s*\)|\[\s*\]|<\s*>/g, '')
    .trim()
  const name = rest
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^["']|["']$/g, '')
    .replace(MARKS_AROUND, '')
  return { name: (email || link ? name : line) || undefined, email, ...(link ? { url: link } : {}) }
}

/** All names on one line; an address of mail stands in for a name that is not given. */
export function namesOf(people: readonly Author[]): string | undefined {
  const names = new Set(people.map(({ name, email }) => name ?? email).filter((name) => name !== undefined))
  return names.size > 0 ? [...names].join(', ') : undefined
}

export const urlOf = (people: readonly Author[]): string | null => people.find(({ url }) => url)?.url ?? null
