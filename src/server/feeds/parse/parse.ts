/** Text to a feed of feedsmith's shape. What is broken is mended step by step; each step taken is named. */
import { parseFeed as parseWith, type AnyFeed } from 'feedsmith'
import { cleaned, closed, itemsIn, unwrapped, withoutDoctype } from './mend.ts'
import { tidied } from './tidy.ts'

type Any = AnyFeed<string>
export type Parsed = {
  readonly ok: true
  readonly found: Any
  /** What had to be done before the document could be read, in words. */
  readonly rescued: readonly string[]
}
export type Unparsed = { readonly ok: false; readonly words: string }

const MENDS: readonly (readonly [words: string, mend: (text: string) => string])[] = [
  ['left out the document type', withoutDoctype],
  ['took the feed out of a page around it', unwrapped],
  ['closed the document after its last complete entry', closed],
  // A page around a document that was cut off shows only now.
  ['took the feed out of a page around it', unwrapped],
  ['closed and ordered its tags', tidied],
]

/** @returns never throws; a document that is no feed is told apart from a broken one by its words */
export function parseFeed(text: string): Parsed | Unparsed {
  const start = cleaned(text)
  if (start === '') return { ok: false, words: 'The answer is empty' }
  const found = attempt(start)
  if (found) return wholeOf(start, { ok: true, found, rescued: [] })
  if (!looksLikeFeed(start)) return { ok: false, words: noFeed(start) }
  let at = start
  const rescued: string[] = []
  for (const [words, mend] of MENDS) {
    const next = mend(at)
    if (next === at) continue
    at = next
    rescued.push(words)
    const mended = attempt(at)
    if (mended) return { ok: true, found: mended, rescued }
  }
  return { ok: false, words: 'The feed is too broken to be read' }
}

/** Broken tags can cost entries without an error: what has fewer entries than the text shows is tidied and tried again. */
function wholeOf(text: string, parsed: Parsed): Parsed {
  const seen = entryCount(parsed.found)
  if (parsed.found.format === 'json' || seen >= itemsIn(text)) return parsed
  const again = attempt(tidied(text))
  if (!again || entryCount(again) <= seen) return parsed
  return { ok: true, found: again, rescued: ['closed and ordered its tags'] }
}

export function entryCount({ format, feed }: Any): number {
  return (format === 'atom' ? feed.entries : feed.items)?.length ?? 0
}

function attempt(text: string): Any | null {
  try {
    return parseWith(text) as Any
  } catch {
    return null
  }
}

const looksLikeFeed = (text: string): boolean =>
  /<(\w+:)?(rss|feed|rdf|channel)[\s>]/i.test(text.slice(0, 20_000))

function noFeed(text: string): string {
  if (/^\s*<(!doctype html|html|head|body)/i.test(text) || /<html[\s>]/i.test(text.slice(0, 5000)))
    return 'This is a web page, not a feed'
  return 'This is not a feed'
}
