/** Reads entries aloud as the player requests: an output whose parts are sentences. */
import {
  PluginRefusal,
  type MediaOutput,
  type MediaSignal,
  type Passage,
} from '../../src/plugin-api/client.ts'
import type { Sentence } from './sentences.ts'
import type { Voice } from './voice.ts'

export type Text = { readonly sentences: readonly Sentence[]; readonly language: string | undefined }

type Parts = {
  /** @throws PluginRefusal */
  readonly read: (entryId: string) => Promise<Text>
  readonly voice: () => Voice
  /** The name of the voice in the settings. */
  readonly voiceName: () => string
  /** The sentence that is read now; null for the title. */
  readonly reached: (passage: Passage | null) => void
  readonly failed: (error: unknown) => void
}

/** Resumes at the start of the sentence: few browsers pause within one. */
export function createSpeechOutput({ read, voice, voiceName, reached, failed }: Parts): MediaOutput {
  const listeners = new Set<(signal: MediaSignal) => void>()
  const send = (signal: MediaSignal) => {
    for (const listener of listeners) listener(signal)
  }
  let entryId = ''
  let text: Promise<Text> | null = null
  let position = 0
  let sound = { rate: 1, volume: 1 }
  /** While it reads. */
  let running: AbortController | null = null

  const showPosition = ({ sentences }: Text) => {
    const sentence = sentences[position]
    send({ type: 'time', seconds: position })
    reached(sentence?.place ? { entryId, text: sentence.text, ...sentence.place } : null)
  }
  const stop = () => {
    running?.abort()
    running = null
  }
  const readOn = async (control: AbortController) => {
    const { signal } = control
    const loaded = await (text ??= read(entryId))
    if (signal.aborted) return
    const { sentences, language } = loaded
    // It ends at once, so that the next one of the queue is read.
    if (sentences.length === 0) failed(new PluginRefusal('nothingToRead'))
    send({ type: 'duration', seconds: sentences.length })
    position = Math.min(position, Math.max(0, sentences.length - 1))
    for (let sentence = sentences[position]; sentence; sentence = sentences[position]) {
      showPosition(loaded)
      const speaking = voice()
      const spokenAs = ({ text: words }: Sentence) => ({
        text: words,
        language,
        voice: voiceName(),
        ...sound,
      })
      const next = sentences[position + 1]
      const started = () => {
        if (signal.aborted) return
        send({ type: 'playing' })
        if (next) speaking.prepare?.(spokenAs(next))
      }
      await speaking.speak(spokenAs(sentence), { signal, started })
      if (signal.aborted) return
      position += 1
    }
    running = null
    position = 0
    reached(null)
    send({ type: 'ended' })
  }
  const start = () => {
    stop()
    const control = new AbortController()
    running = control
    readOn(control).catch((error: unknown) => {
      if (control.signal.aborted) return
      running = null
      text = null
      send({ type: 'paused' })
      failed(error)
    })
  }

  return {
    load(track, from) {
      stop()
      entryId = track.entryId
      text = null
      position = from
    },
    async play() {
      send({ type: 'waiting' })
      start()
    },
    pause() {
      stop()
      send({ type: 'paused' })
    },
    seek(part) {
      position = part
      if (running) start()
      else void text?.then(showPosition, () => {})
    },
    set({ volume, muted, rate }) {
      const next = { rate, volume: muted ? 0 : volume }
      const isChanged = next.rate !== sound.rate || next.volume !== sound.volume
      sound = next
      if (isChanged && running) start()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
