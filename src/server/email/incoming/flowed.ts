/** format=flowed (RFC 3676): a line that ends in a space continues in the next one of the same quote depth. */

type Line = { readonly depth: number; readonly content: string }

/** @param deleteSpaces whether that space is removed (DelSp) @returns one line per paragraph */
export function readFlowed(text: string, deleteSpaces: boolean): string {
  const paragraphs: Line[] = []
  let continues = false
  for (const { depth, content } of text.split(/\r?\n/).map(lineOf)) {
    const previous = paragraphs.at(-1)
    const isSignature = content === '-- '
    const isFlowing = content.endsWith(' ') && !isSignature
    const trimmed = isFlowing && deleteSpaces ? content.slice(0, -1) : content
    if (continues && previous && previous.depth === depth && !isSignature) {
      paragraphs[paragraphs.length - 1] = { depth, content: previous.content + trimmed }
    } else paragraphs.push({ depth, content: trimmed })
    continues = isFlowing
  }
  return paragraphs
    .map(({ depth, content }) => (depth > 0 ? `${'>'.repeat(depth)} ${content}` : content))
    .join('\n')
}

/** Removes space-stuffing (RFC 3676, 4.4). */
function lineOf(line: string): Line {
  const depth = /^>*/.exec(line)?.[0].length ?? 0
  const content = line.slice(depth)
  return { depth, content: content.startsWith(' ') ? content.slice(1) : content }
}
