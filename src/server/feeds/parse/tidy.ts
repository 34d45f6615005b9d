/**
 * Markup without a slip, told as the forgiving parser tells it, for a third of the work: from one `<` to the next, instead
 * of letter by letter. At the first thing that could be read in two ways it gives up, and the forgiving parser begins anew.
 */
import { noteParsed } from '../../parsing/markup.ts'

export type Listener = {
  readonly onopentag: (name: string, attributes: Record<string, string>) => void
  readonly onclosetag: (name: string, implied: boolean) => void
  readonly ontext: (text: string) => void
  readonly oncdatastart?: () => void
  readonly oncdataend?: () => void
}
/** Of the forgiving parser, what listeners ask of it: where the tag is that they hear of, and to stop. */
export type Reader = { readonly startIndex: number; readonly endIndex: number; readonly pause: () => void }

export type Tag = {
  readonly name: string
  readonly written: string
  readonly attributes: Record<string, string> | null
  /** Nothing stands in it: it ends itself. */
  readonly isEmpty: boolean
}
/** What is plain in one of the two languages; all else is left to the forgiving parser. */
export type TagRules = {
  /** @param inside what stands between `<` and `>` @returns null for what is not plain */
  readonly tagIn: (inside: string) => Tag | null
  readonly nameOf: (written: string) => string
  /** False where a parser would end the element around it, or the name means more than a name. */
  readonly mayOpen: (name: string, around: string | undefined) => boolean
  /** Goes over comments and the like. @returns the place of the last letter; -1 for what is not plain */
  readonly skip: (text: string, start: number, listener: Listener) => number
  /** @param hasEnough says when to stop @returns false for what is not plain */
  readonly tell: (text: string, listener: Listener, hasEnough: () => boolean) => boolean
}

const [SLASH, BANG, QUESTION, GREATER] = [0x2f, 0x21, 0x3f, 0x3e]

/** @returns false when it gave up: then what the listener heard so far counts for nothing */
export function readTidy(text: string, rules: TagRules, listen: (reader: Reader) => Listener): boolean {
  noteParsed(text)
  let isPaused = false
  const hasEnough = (): boolean => isPaused
  const position = { startIndex: 0, endIndex: 0, pause: () => void (isPaused = true) }
  const listener = listen(position)
  /** As they are written. */
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
