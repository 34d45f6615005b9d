/**
 * Fast path for well-formed markup: same events as the lenient parser for a third of the work, scanning from one `<` to the
 * next. It gives up at the first ambiguity, and the lenient parser starts again.
 */
import { noteParsed } from '../../parsing/markup.ts'

export type Listener = {
  readonly onopentag: (name: string, attributes: Record<string, string>) => void
  readonly onclosetag: (name: string, implied: boolean) => void
  readonly ontext: (text: string) => void
  readonly oncdatastart?: () => void
  readonly oncdataend?: () => void
}
/** The part of the lenient parser that listeners use: the position of the current tag, and to stop. */
export type Reader = { readonly startIndex: number; readonly endIndex: number; readonly pause: () => void }

export type Tag = {
  readonly name: string
  readonly written: string
  readonly attributes: Record<string, string> | null
  /** Self-closing or void. */
  readonly isEmpty: boolean
}
/** Rules for XML or HTML; markup outside them is left to the lenient parser. */
export type TagRules = {
  /** @param inside the text between `<` and `>` @returns null for a tag outside the rules */
  readonly tagIn: (inside: string) => Tag | null
  readonly nameOf: (written: string) => string
  /** False where a parser would implicitly close the parent, or the name has special rules. */
  readonly mayOpen: (name: string, around: string | undefined) => boolean
  /** Skips comments and similar. @returns the offset of the last character; -1 outside the rules */
  readonly skip: (text: string, start: number, listener: Listener) => number
  /** Emits text. @param hasEnough true to stop @returns false for text outside the rules */
  readonly tell: (text: string, listener: Listener, hasEnough: () => boolean) => boolean
}

const [SLASH, BANG, QUESTION, GREATER] = [0x2f, 0x21, 0x3f, 0x3e]

/** @returns false when it gave up; the events emitted so far must be discarded */
export function readFast(text: string, rules: TagRules, listen: (reader: Reader) => Listener): boolean {
  noteParsed(text)
  let isPaused = false
  const hasEnough = (): boolean => isPaused
  const position = { startIndex: 0, endIndex: 0, pause: () => void (isPaused = true) }
  const listener = listen(position)
  /** Names as written. */
  const openTags: string[] = []
  for (let at = 0; !hasEnough();) {
    const start = text.indexOf('<', at)
    const end = start < 0 ? text.length : start
    if (end > at && !rules.tell(text.slice(at, end), listener, hasEnough)) return false
    if (hasEnough()) break
    if (start < 0) return openTags.length === 0
    position.startIndex = start
    const after = text.charCodeAt(start + 1)
    if (after === SLASH) {
      const name = openTags.pop()
      if (name === undefined || !text.startsWith(name, start + 2)) return false
      position.endIndex = start + 2 + name.length
      if (text.charCodeAt(position.endIndex) !== GREATER) return false
      listener.onclosetag(rules.nameOf(name), false)
    } else if (after === BANG || after === QUESTION) {
      const last = rules.skip(text, start, listener)
      if (last < 0) return false
      position.endIndex = last
    } else {
      position.endIndex = text.indexOf('>', start)
      if (position.endIndex < 0) return false
      const tag = rules.tagIn(text.slice(start + 1, position.endIndex))
      if (!tag || !rules.mayOpen(tag.name, openTags.at(-1))) return false
      listener.onopentag(tag.name, tag.attributes ?? {})
      if (tag.isEmpty) listener.onclosetag(tag.name, true)
      else openTags.push(tag.written)
    }
    at = position.endIndex + 1
  }
  return true
}
