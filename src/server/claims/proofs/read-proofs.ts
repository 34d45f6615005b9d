/** Reads the proofs of ownership from a feed (wire-contract 9). Pure. */
import { decode } from '../../feeds/decode/decode.ts'
import { normalise } from '../../feeds/normalise/normalise.ts'
import { plainText } from '../../feeds/normalise/text.ts'
import { elementsIn, first, textOf, type Element } from '../../feeds/parse/element.ts'
import { parseFeed, type ParseResult, type Unparsed } from '../../feeds/parse/parse.ts'

/** Ids named in one `follow_challenge`. */
type Challenge = { readonly feedId: string; readonly userIds: readonly string[] }
export type Proofs = {
  /** Text of the newest entries. */
  readonly entries: readonly string[]
  readonly description: string
  readonly challenges: readonly Challenge[]
}

const NEWEST = 10
const NAME = 'follow_challenge'

type Fetched = { readonly bytes: Uint8Array; readonly contentType: string | null; readonly url: string }

/** @param now ms since 1970 */
export function readProofs(
  { bytes, contentType, url }: Fetched,
  now: number,
): { readonly ok: true; readonly proofs: Proofs } | Unparsed {
  const parsed = parseFeed(decode(bytes, contentType).text, url)
  return parsed.ok ? { ok: true, proofs: proofText(parsed.document, url, now) } : parsed
}

/** @param now ms since 1970 */
export function proofText(proofs: ParseResult, url: string | null, now: number): Proofs {
  const newest = normalise(proofs, url, now)
    .entries.toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
    .slice(0, NEWEST)
  return {
    entries: newest.map(({ title, content }) => `${title ?? ''} ${plainText(content ?? '') ?? ''}`),
    description: plainText(descriptionIn(proofs)) ?? '',
    challenges: proofs.format === 'json' ? inJson(proofs.feed[NAME]) : inXml(channelOf(proofs.root)),
  }
}

const channelOf = (root: Element): Element => first(root, 'channel') ?? root

function descriptionIn(proofs: ParseResult): string | undefined {
  if (proofs.format === 'json')
    return typeof proofs.feed['description'] === 'string' ? proofs.feed['description'] : undefined
  const descriptionNames = ['description', 'subtitle', 'tagline', 'summary']
  const elements = elementsIn(channelOf(proofs.root)).filter(({ local }) => descriptionNames.includes(local))
  return elements.flatMap((element) => textOf(element) ?? []).join(' ')
}

/** Element names are matched in lower case, since the parser normalises them. */
function inXml(channel: Element): Challenge[] {
  return elementsIn(channel)
    .filter(({ local }) => local === NAME)
    .map((element) => {
      const [feedId] = textsIn(element, 'feedid')
      return { feedId: feedId ?? '', userIds: textsIn(element, 'userid') }
    })
}

const textsIn = (element: Element, name: string): string[] =>
  elementsIn(element)
    .filter(({ local }) => local === name)
    .flatMap((one) => textOf(one) ?? [])

function inJson(value: unknown): Challenge[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all
    .filter((one) => typeof one === 'object' && one !== null)
    .map((one) => ({
      feedId: 'feedId' in one ? String(one.feedId) : '',
      userIds: 'userId' in one ? [one.userId].flat().map(String) : [],
    }))
}
