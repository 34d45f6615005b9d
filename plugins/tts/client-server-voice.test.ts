import { expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { createServerVoice } from './server-voice.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))
const spoken = (text: string) => ({ text, language: 'en', voice: 'nova', rate: 1.5, volume: 0.5 })

/** A media element that plays what the test tells it to. */
class FakeElement extends EventTarget {
  src = ''
  playbackRate = 1
  volume = 1
  error: { message: string } | null = null
  paused = true
  refusal: Error | null = null
  async play() {
    if (this.refusal) throw this.refusal
    this.paused = false
    this.dispatchEvent(new Event('playing'))
  }
  pause() {
    this.paused = true
  }
}

function speaking() {
  const element = new FakeElement()
  const loaded: string[] = []
  let refusal: Error | null = null
  const voice = createServerVoice({
    load: async ({ text }) => {
      loaded.push(text)
      if (refusal) throw refusal
      return { audio: btoa(text), type: 'audio/mpeg' }
    },
    element: () => element as unknown as HTMLAudioElement,
  })
  const control = new AbortController()
  let starts = 0
  const speak = (text: string) =>
    voice.speak(spoken(text), { signal: control.signal, started: () => (starts += 1) })
  return {
    voice,
    element,
    loaded,
    control,
    speak,
    starts: () => starts,
    refuse: (error: Error | null) => (refusal = error),
  }
}

test('a sentence is loaded and played at the speed and volume of the player', async () => {
  const { element, speak, starts } = speaking()
  const end = speak('One.')
  await settled()
  expect(element).toMatchObject({
    src: `data:audio/mpeg;base64,${btoa('One.')}`,
    playbackRate: 1.5,
    volume: 0.5,
  })
  expect(starts()).toBe(1)
  element.dispatchEvent(new Event('ended'))
  await end
})

test('a prepared sentence is loaded once', async () => {
  const { voice, element, loaded, speak } = speaking()
  voice.prepare?.(spoken('Next.'))
  await settled()
  const end = speak('Next.')
  await settled()
  element.dispatchEvent(new Event('ended'))
  await end
  expect(loaded).toEqual(['Next.'])
})

test('a sentence whose preparation failed is loaded again', async () => {
  const { voice, loaded, speak, refuse, control } = speaking()
  refuse(new PluginRefusal('speech.tooOften'))
  voice.prepare?.(spoken('Next.'))
  await settled()
  refuse(null)
  void speak('Next.')
  await settled()
  control.abort()
  expect(loaded).toEqual(['Next.', 'Next.'])
})

test('a cancelled sentence falls silent', async () => {
  const { element, speak, control } = speaking()
  const end = speak('One.')
  await settled()
  control.abort()
  await end
  expect(element.paused).toBe(true)
})

test('what the service refuses and what cannot be played is reported', async () => {
  const { element, speak, refuse } = speaking()
  const refusal = new PluginRefusal('speech.notAccepted', { service: 'OpenAI' })
  refuse(refusal)
  await expect(speak('One.')).rejects.toBe(refusal)
  refuse(null)
  const second = speak('Two.')
  await settled()
  element.error = { message: 'not audio' }
  element.dispatchEvent(new Event('error'))
  await expect(second).rejects.toMatchObject({ text: { key: 'voiceFailed', reason: 'not audio' } })
  element.refusal = new DOMException('press first', 'NotAllowedError')
  await expect(speak('Three.')).rejects.toMatchObject({ text: { key: 'voiceFailed', reason: 'press first' } })
})
