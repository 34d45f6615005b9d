/**
 * Lines that end in a line feed and in nothing else. JSON may hold U+2028 and U+2029 as they are, and Node's own reader
 * of lines ends one at each.
 */

/** @param chunks of text, as a stream gives them @yields lines without their end; an empty rest is none */
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
