import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Reads server-sent events from a response until it ends. @throws when it breaks off */
export async function readEvents({ body }: Response, onEvent: (data: string) => void): Promise<void> {
  if (!body) return
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) onEvent(next.value.data)
}
