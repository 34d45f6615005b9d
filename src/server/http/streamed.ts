/**
 * A source that fails breaks the connection off. With hono's stream() the response would end as if it were complete.
 * @returns the lines as they are produced; a disconnect ends the source, so that no more is read
 */
export function streamed(lines: AsyncIterable<string>, type: string): Response {
  const source = lines[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(out) {
      const { done, value } = await source.next()
      if (done) out.close()
      else out.enqueue(encoder.encode(value.endsWith('\n') ? value : `${value}\n`))
    },
    cancel: async () => void (await source.return?.()),
  })
  return new Response(stream, {
    headers: { 'content-type': type, 'x-accel-buffering': 'no', 'cache-control': 'private, no-store' },
  })
}
