/**
 * One character of a script without an alphabet equals about three letters, and the library counts letters: while it does, each
 * of these characters is followed by fillers, so that a short paragraph gets its real weight.
 */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** A code point that is no character, and therefore occurs in no page. */
const FILLER = '\uFDD0'
const FILLERS = FILLER.repeat(2)

type Texts = {
  readonly nodeType: number
  textContent: string | null
  readonly childNodes: Iterable<Texts>
  readonly nodeName: string
}
const TEXT = 3

/** Changes the page. Headings stay: the library compares them with the title. */
export function addFillers(node: Texts): void {
  if (node.nodeType === TEXT) {
    const text = node.textContent ?? ''
    const filled = text.replaceAll(DENSE, `$&${FILLERS}`)
    if (filled !== text) node.textContent = filled
  } else if (!/^(h[1-6]|script|style)$/i.test(node.nodeName))
    for (const child of node.childNodes) addFillers(child)
}

export const withoutFillers = (text: string): string => text.replaceAll(FILLER, '')
