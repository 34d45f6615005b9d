import { Refusal } from '../http/refusal.ts'

/**
 * A text as server-sent events in the form of the AI SDK's UI message stream. A failure is sent as an event.
 * @param complete receives the whole text; what it returns is sent as `data-text`
 */
export async function* messageEvents(
  chunks: AsyncIterable<string>,
  id: string,
  complete?: (text: string) => Promise<string>,
): AsyncGenerator<string> {
  yield event({ type: 'start', messageId: id })
  yield event({ type: 'text-start', id })
  try {
    let text = ''
    for await (const delta of chunks) {
      text += delta
      yield event({ type: 'text-delta', id, delta })
    }
    yield event({ type: 'text-end', id })
    if (complete) yield event({ type: 'data-text', data: await complete(text) })
    yield event({ type: 'finish' })
  } catch (error) {
    const errorText = error instanceof Refusal ? (error.reason ?? error.message) : 'The answer broke off.'
    yield event({ type: 'error', errorText })
  }
  yield 'data: [DONE]\n\n'
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
