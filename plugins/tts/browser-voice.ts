/** The voices of the browser and its system. */
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { chosenVoice } from './chosen-voice.ts'
import type { Spoken, Voice } from './voice.ts'

/** Browsers load their voices once they are asked for; none come later than this. */
const VOICES_MS = 2000

/** The voices of the browser, once it has loaded them; none where it has none. */
export async function browserVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  return 'speechSynthesis' in window ? voicesOf(window.speechSynthesis) : []
}

async function voicesOf(synthesis: SpeechSynthesis): Promise<readonly SpeechSynthesisVoice[]> {
  if (synthesis.getVoices().length > 0) return synthesis.getVoices()
  await new Promise<void>((resolve) => {
    synthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, VOICES_MS)
  })
  return synthesis.getVoices()
}

/** Chrome forgets an utterance that nothing refers to, and with it the event of its end. */
let speaking: SpeechSynthesisUtterance | null = null

export const browserVoice: Voice = {
  async speak(spoken, { signal, started }) {
    if (!('speechSynthesis' in window)) throw new PluginRefusal('noVoices')
    const synthesis = window.speechSynthesis
    const voices = await voicesOf(synthesis)
    if (voices.length === 0) throw new PluginRefusal('noVoices')
    if (signal.aborted) return
    const utterance = utteranceOf(spoken, chosenVoice(voices, spoken.voice, spoken.language))
    speaking = utterance
    const over = new AbortController()
    try {
      await new Promise<void>((resolve, reject) => {
        const cancel = () => {
          synthesis.cancel()
          resolve()
        }
        signal.addEventListener('abort', cancel, { once: true, signal: over.signal })
        utterance.addEventListener('start', started)
        utterance.addEventListener('end', () => resolve())
        utterance.addEventListener('error', ({ error }) =>
          reject(new PluginRefusal('voiceFailed', {}, error)),
        )
        synthesis.speak(utterance)
      })
    } finally {
      over.abort()
      if (speaking === utterance) speaking = null
    }
  },
}

function utteranceOf(
  { text, language, rate, volume }: Spoken,
  voice: SpeechSynthesisVoice | undefined,
): SpeechSynthesisUtterance {
  const utterance = new SpeechSynthesisUtterance(text)
  const lang = language ?? voice?.lang
  if (lang) utterance.lang = lang
  if (voice) utterance.voice = voice
  utterance.rate = rate
  utterance.volume = volume
  return utterance
}
