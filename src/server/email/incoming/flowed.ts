/** Text that flows (RFC 3676): a line that ends in a blank goes on in the next, if both are quoted as deeply. */

type Line = { readonly depth: number; readonly said: string }

/** @param deleteSpaces whether that blank is no part of the text (DelSp) @returns lines as long as they were meant */
export function readFlowed(text: string, deleteSpaces: boolean): string {
  const paragraphs: Line[] = []
  let goesOn = false
  for (const { depth, said } of text.split(/\r?\n/).map(lineOf)) {
    const before = paragraphs.at(-1)
    const isSignature = said === '-- '
    const isFlowing = said.endsWith(' ') && !isSignature
    const kept = isFlowing && deleteSpaces ? said.slice(0, -1) : said
    if (goesOn && before && before.depth === depth && !isSignature) {
      paragraphs[paragraphs.length - 1] = { depth, said: before.said + kept }
    } else paragraphs.push({ depth, said: kept })
    goesOn = isFlowing
  }
  return paragraphs.map(({ depth, said }) => (depth > 0 ? `${'>'.repeat(depth)} ${said}` : said)).join('\n')
}

/** One blank keeps a line from looking like a quote, or like the beginning of a mail. */
function lineOf(line: string): Line {
  const depth = /^>*/.exec(line)?.[0].length ?? 0
  const said = line.slice(depth)
  return { depth, said: said.startsWith(' ') ? said.slice(1) : said }
}
