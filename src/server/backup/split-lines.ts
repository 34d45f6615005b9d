/**
 * The lines of UTF-8 bytes as they arrive. Each byte is looked at once, however long a line is.
 * @param most characters of a line; by default it has no bound
 * @param tooLong makes the error for a longer line
 * @throws TypeError where the bytes are no UTF-8
 */
export async function* splitLines(
  stream: AsyncIterable<Uint8Array>,
  most = Infinity,
  tooLong = () => new RangeError('A line is too long'),
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let parts: string[] = []
  let length = 0
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [at, text] of [first, ...others].entries()) {
      if (at > 0) {
        yield parts.join('')
        parts = []
        length = 0
      }
      parts.push(text)
      length += text.length
      if (length > most) throw tooLong()
    }
  }
  parts.push(decoder.decode())
  const rest = parts.join('')
  if (rest !== '') yield rest
}
