/** Azure Speech by its REST API, with SSML. */
import { z } from '../../../src/plugin-api/server.ts'
import { chosenVoice } from '../chosen-voice.ts'
import {
  audioOf,
  listOf,
  type Access,
  type ServiceVoice,
  type SpeechRequest,
  type SpeechService,
} from './speech-service.ts'

const SERVICE = 'Azure Speech'
const FORMAT = 'audio-24khz-48kbitrate-mono-mp3'
/** SSML needs one, even where each text names its own. */
const DEFAULT_LANGUAGE = 'en-US'

/**
 * @param voicesOf how the list of voices is cached: each spoken sentence chooses from it
 */
export const azureSpeech = (
  { endpoint, key, fetch }: Access,
  voicesOf: (load: () => Promise<readonly ServiceVoice[]>) => Promise<readonly ServiceVoice[]>,
): SpeechService => {
  const headers = { 'Ocp-Apim-Subscription-Key': key }
  const voices = () =>
    voicesOf(async () => {
      const reply = await fetch(`${endpoint}/cognitiveservices/voices/list`, { headers })
      return listOf(reply, voiceList, SERVICE)
    })
  return {
    async speak(request) {
      const voice = chosenVoice(await voices(), request.voice, request.language)?.name ?? request.voice
      const reply = await fetch(`${endpoint}/cognitiveservices/v1`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/ssml+xml', 'X-Microsoft-OutputFormat': FORMAT },
        body: ssmlOf({ ...request, voice }),
      })
      return audioOf(reply, SERVICE)
    },
    voices,
  }
}

const voiceList = z
  .array(z.object({ ShortName: z.string(), LocalName: z.string(), Locale: z.string() }))
  .transform((voices) =>
    voices.map(({ ShortName, LocalName, Locale }): ServiceVoice => ({
      name: ShortName,
      title: LocalName,
      lang: Locale,
    })),
  )

/** Only voices of several languages take another language than their own. */
function ssmlOf({ text, language = DEFAULT_LANGUAGE, voice }: SpeechRequest): string {
  const spoken = voice.includes('Multilingual')
    ? `<lang xml:lang="${escaped(language)}">${escaped(text)}</lang>`
    : escaped(text)
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${escaped(language)}">` +
    `<voice name="${escaped(voice)}">${spoken}</voice></speak>`
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Without the characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
