// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaSignal, Track } from '../../model/player/index.ts'
import { createMediaOutput, mediaElement } from './media-output.ts'

const sounds: HTMLAudioElement[] = []
const node = () => ({ connect: (next: unknown) => next, fftSize: 2048 })

beforeEach(() => {
  sounds.length = 0
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = node
      createMediaElementSource = (media: HTMLAudioElement) => (sounds.push(media), node())
      resume = async () => {}
    },
  )
  for (const method of ['play', 'pause', 'load'] as const)
    vi.spyOn(HTMLMediaElement.prototype, method).mockImplementation((async () => {}) as never)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const track = (mime: string): Track => ({
  entryId: '1',
  feedId: '1',
  title: 'One',
  src: 'https://example.org/1',
  mime,
  image: null,
  duration: null,
})
function output(mime = 'audio/mpeg') {
  const one = createMediaOutput()
  const signals: MediaSignal[] = []
  // This DOM also reports a duration, which is unknown, for each new address.
  one.listen((signal) => void (signal.type === 'duration' || signals.push(signal)))
  one.load(track(mime), 5)
  const set = (shortensSilence: boolean) => one.set({ volume: 1, muted: false, rate: 1.5, shortensSilence })
  return { one, signals, set }
}

test('sound is heard by the page only where silences are shortened, from where it was', () => {
  const { set } = output()
  const plain = mediaElement()
  expect([plain.src, plain.crossOrigin, sounds]).toEqual(['https://example.org/1', null, []])
  plain.currentTime = 30
  set(true)
  expect(
    sounds.map(({ src, crossOrigin, currentTime, playbackRate }) => [
      src,
      crossOrigin,
      currentTime,
      playbackRate,
    ]),
  ).toEqual([['https://example.org/1', 'anonymous', 30, 1.5]])
  expect(plain.hasAttribute('src')).toBe(false)
  set(false)
  expect([plain.src, plain.currentTime]).toEqual(['https://example.org/1', 30])
})

test('a host that does not let it be heard is played as it is, and that is said instead of a failure', async () => {
  const { one, signals, set } = output()
  await one.play()
  set(true)
  const [sound] = sounds
  signals.length = 0
  sound?.dispatchEvent(new Event('error'))
  expect(signals).toEqual([{ type: 'notAnalysed' }])
  expect(mediaElement().src).toBe('https://example.org/1')
  await Promise.resolve()
  // Before, and again where it could not be heard.
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(2)
  // What the element that is left says is of no concern.
  sound?.dispatchEvent(new Event('pause'))
  expect(signals).toHaveLength(1)
  mediaElement().dispatchEvent(new Event('error'))
  expect(signals.at(-1)).toEqual({ type: 'error', reason: '' })
})

test('a film is never heard', () => {
  const { set } = output('video/mp4')
  set(true)
  expect(sounds).toEqual([])
})
