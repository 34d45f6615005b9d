/**
 * Splits lines at line feeds only. JSON may contain U+2028 and U+2029 unescaped, and Node's own line reader
 * splits at each.
 */

/** @param chunks of text, from a stream @yields lines without their end; an empty rest is none */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...more] = chunk.split('\n')
    begun.push(first)
    for (const next of more) {
      yield begun.join('')
      begun = [next]
    }
  }
  const rest = begun.join('')
  if (rest !== '') yield rest
}
