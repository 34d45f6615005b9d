/** Speaks a text that a service may find too long: in halves, then. */
import { PluginRefusal } from '../../../src/plugin-api/server.ts'
import type { Audio, SpeechRequest, SpeechService } from './speech-service.ts'

/** A text of fewer characters is not split: it is not its length that the service refuses. */
const MIN_SPLIT = 40

/** @throws PluginRefusal `speech.tooLong`, or of the service */
export async function spoken(service: SpeechService, request: SpeechRequest): Promise<Audio> {
  const whole = await service.speak(request)
  if (whole) return whole
  const { text } = request
  if (text.length < MIN_SPLIT) throw new PluginRefusal('speech.tooLong')
  const middle = middleOf(text)
  const first = await spoken(service, { ...request, text: text.slice(0, middle) })
  const second = await spoken(service, { ...request, text: text.slice(middle) })
  // MP3 is a row of frames: one row continues another.
  return { bytes: Buffer.concat([first.bytes, second.bytes]), type: first.type }
}

/** Between two words, else between two characters. */
function middleOf(text: string): number {
  const half = Math.floor(text.length / 2)
  const space = text.lastIndexOf(' ', half)
  if (space > 0) return space + 1
  const isPair = /[\uD800-\uDBFF]/.test(text[half - 1] ?? '')
  return isPair ? half + 1 : half
}
