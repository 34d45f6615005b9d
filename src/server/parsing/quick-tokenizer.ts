/**
 * The HTML parser's tokenizer with a fast path for text, where only `<` and `&` matter. The library checks all of
 * its states for each character, and nine of ten characters in an entry are text.
 */
import { Tokenizer } from 'htmlparser2'

/** Private members of the tokenizer. A release that renames them fails this file's test. */
type Inner = { readonly buffer: string; readonly offset: number; index: number }
type Step = (this: Inner, code: number) => void

const [TAG, ENTITY] = [0x3c, 0x26]
const { stateText } = Tokenizer.prototype as unknown as { readonly stateText: Step }

/** Skips to the last character before `<` or `&`; the tokenizer handles the next one. */
function skipText(this: Inner, code: number): void {
  if (code === TAG || code === ENTITY) return stateText.call(this, code)
  const { buffer, offset } = this
  let at = this.index - offset + 1
  for (; at < buffer.length; at += 1) {
    const next = buffer.charCodeAt(at)
    if (next === TAG || next === ENTITY) break
  }
  this.index = at + offset - 1
}

/** For `new Parser(…, { Tokenizer: QuickTokenizer })`, HTML only. */
export class QuickTokenizer extends Tokenizer {}
Object.assign(QuickTokenizer.prototype, { stateText: skipText })
