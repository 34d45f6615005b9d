/** Speech by OpenAI's protocol, which many servers of one's own implement too. */
import { z } from '../../../src/plugin-api/server.ts'
import { audioOf, listOf, type Access, type ServiceVoice, type SpeechService } from './speech-service.ts'

const SERVICE = 'OpenAI'
/** OpenAI has no call for them; its guide to text to speech lists them. The first one reads for users who have chosen none. */
const OWN_VOICES = [
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'fable',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
  'marin',
  'cedar',
]
/** The older models, tts-1 and tts-1-hd, do not have these. */
const NEWER_VOICES = new Set(['ballad', 'verse', 'marin', 'cedar'])

const ownVoicesOf = (model: string): readonly string[] =>
  /^tts-1(-|$)/.test(model) ? OWN_VOICES.filter((name) => !NEWER_VOICES.has(name)) : OWN_VOICES

/** As Azure names its voices; the setting's default is one. */
const isAzureName = (voice: string): boolean => /^\w+-\w+-\w+Neural$/.test(voice)

export const openaiSpeech = ({ endpoint, key, model, fetch }: Access): SpeechService => {
  const authorization: Record<string, string> = key === '' ? {} : { Authorization: `Bearer ${key}` }
  return {
    async speak({ text, voice }) {
      const reply = await fetch(`${endpoint}/audio/speech`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          model,
          input: text,
          voice: voice === '' || isAzureName(voice) ? OWN_VOICES[0] : voice,
          response_format: 'mp3',
        }),
      })
      return audioOf(reply, SERVICE)
    },
    async voices() {
      const reply = await fetch(`${endpoint}/audio/voices`, { headers: authorization })
      const names = reply.status === 404 ? ownVoicesOf(model) : listOf(reply, voiceList, SERVICE)
      return names.map(voiceNamed)
    },
  }
}

/** As servers that have more than OpenAI's list theirs. */
const voiceList = z
  .object({ voices: z.array(z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])) })
  .transform(({ voices }) => voices)

const voiceNamed = (name: string): ServiceVoice => ({ name, title: name, lang: '' })
