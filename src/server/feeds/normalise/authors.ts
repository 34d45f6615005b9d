/** Authors: elements with names in them, or one line of text in a dozen forms. */
import { all, elementsIn, textOf, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import { oneLine, plainText } from './text.ts'

export type Author = {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly url?: string | null
}

/**
 * Anchored at the start of a word and bounded by the lengths of RFC 5321, 4.5.3.1: otherwise a line without `@` takes
 * quadratic time.
 */
const EMAIL =
  /(?:mailto:)?(?<![^\s<>()[\],;:"'])([^\s<>()[\],;:"']{1,64}@[^\s<>()[\],;:"'?]{1,255})(?:\?\S*)?/i
/** Anchored at the start of a run, to avoid quadratic time. */
const MARKS_AROUND = /^[\s,;:-]+|(?<![\s,;:-])[\s,;:-]+$/g

/** Elements with authors, most specific first. */
const AUTHORS = [
  'author',
  'atom:author',
  'dc:creator',
  'dc:author',
  'itunes:author',
  'googleplay:author',
] as const
const FALLBACK_AUTHORS = ['dcterms:creator', 'creator', 'podcast:person'] as const

/** @returns all authors of the first kind of element that names one */
export function authorsOfElement(element: Element | undefined, base: string | null): readonly Author[] {
  if (!element) return []
  const candidates: Author[][] = []
  for (const name of AUTHORS) {
    const authors = all(element, name).flatMap((one) => authorsFrom(one, base))
    if (authors.length > 0) candidates.push(authors)
  }
  const credits = all(element, 'media:credit')
    .filter(({ attributes }) => attributes['role'] === 'author')
    .flatMap((one) => authorsFrom(one, base))
  if (credits.length > 0) candidates.push(credits)
  return (
    candidates.find((authors) => authors.some(({ name }) => name)) ??
    candidates[0] ??
    fallbackAuthors(element, base)
  )
}

const fallbackAuthors = (element: Element, base: string | null): readonly Author[] =>
  FALLBACK_AUTHORS.map((name) => all(element, name).flatMap((one) => authorsFrom(one, base))).find(
    ({ length }) => length > 0,
  ) ?? []

function authorsFrom(element: Element, base: string | null): Author[] {
  const part = (...names: readonly string[]): string | undefined =>
    names.map((name) => textOf(elementsIn(element).find(({ local }) => local === name))).find(Boolean)
  const from = element.base ?? base
  if (elementsIn(element).length === 0) {
    const author = authorIn(textOf(element) ?? element.attributes['name'])
    return author ? [author] : []
  }
  const name = part('name')
  const parsedName = name === undefined ? undefined : authorIn(name)
  const email = part('email', 'mbox') ?? parsedName?.email
  const url = absolute(part('uri', 'url', 'homepage', 'href'), from)
  const displayName =
    parsedName?.name ?? (email === undefined && name === undefined ? textOf(element) : undefined)
  return displayName || email || url ? [{ name: displayName, email, url }] : []
}

/** A name and nothing else: the common case. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}\d.]*(?: [\p{L}\d][\p{L}\p{M}\d.]*)*$/u

/** `ann@x.example (Ann)`, `Ann <ann@x.example>`, `Ann (ann@x.example)`, or either alone. */
export function authorIn(text: string | undefined): Author | undefined {
  if (text !== undefined && PLAIN_NAME.test(text)) return { name: text, email: undefined }
  const line = oneLine(
    plainText(
      text
        ?.replace(EMAIL, (match) => match.replace(/^mailto:/i, ''))
        .replace(/<([^<>\s]+@[^<>\s]+)>/, '($1)'),
    ) ?? undefined,
  )
  if (line === null) return undefined
  const [emailMatch = '', email] = EMAIL.exec(line) ?? []
  const link = /\(\s*(https?:\/\/[^\s)]+)\s*\)/.exec(line)?.[1]
  const remainder = line
    .replace(emailMatch, '')
    .replace(link ?? '', '')
    .replace(/\(\s*\)|\[\s*\]|<\s*>/g, '')
    .trim()
  const name = remainder
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^["']|["']$/g, '')
    .replace(MARKS_AROUND, '')
  return { name: (email || link ? name : line) || undefined, email, ...(link ? { url: link } : {}) }
}

/** All names on one line; an e-mail address replaces a missing name. */
export function namesOf(authors: readonly Author[]): string | undefined {
  const names = new Set(authors.map(({ name, email }) => name ?? email).filter((name) => name !== undefined))
  return names.size > 0 ? [...names].join(', ') : undefined
}

export const urlOf = (authors: readonly Author[]): string | null =>
  authors.find(({ url }) => url)?.url ?? null
