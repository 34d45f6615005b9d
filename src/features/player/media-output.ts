/**
 * The player's media element. A video element, so that it can also show a picture in a corner. HLS plays where the browser
 * plays it: a script may not fetch its parts from other hosts (see the policy in server/http/security-headers.ts).
 *
 * Where silences are shortened, sound is played by a second element, whose sound the page may hear: its host has to allow
 * that (CORS). Where it does not, the first element plays it as it is.
 */
import { isFilm } from '../../model/player/tracks.ts'
import type { MediaOutput, MediaSignal, Track } from '../../model/player/index.ts'

/** The element is in the page while the bar shows a video. */
let element: HTMLVideoElement | null = null
export const mediaElement = (): HTMLVideoElement => {
  element ??= Object.assign(document.createElement('video'), { preload: 'metadata', playsInline: true })
  element.dataset['player'] = 'true'
  return element
}

/** ms between two looks at the sound. */
const LISTEN_MS = 50

type Listener = (signal: MediaSignal) => void

export function createMediaOutput(): MediaOutput {
  const plain = mediaElement()
  let analysed: AnalysedElement | null = null
  let active: HTMLMediaElement = plain
  let track: Track | null = null
  let isWanted = false
  let values = { volume: 1, muted: false, rate: 1, shortensSilence: false }
  const listeners = new Set<Listener>()
  const emit = (signal: MediaSignal) => {
    for (const listener of listeners) listener(signal)
  }
  const follow = (media: HTMLMediaElement, isFailure: () => boolean) => {
    for (const [type, signal] of signalsOf(media))
      media.addEventListener(type, () => {
        if (media !== active || (type === 'error' && isFailure())) return
        emit(signal())
      })
  }
  const tune = () => {
    active.volume = values.volume
    active.muted = values.muted
    active.playbackRate = values.rate
    active.defaultPlaybackRate = values.rate
  }
  /** Loads the track into one of the elements, and empties the other. */
  const loadInto = (media: HTMLMediaElement, from: number) => {
    const other = active
    active = media
    if (other !== media) {
      other.pause()
      other.removeAttribute('src')
      other.load()
    }
    media.src = track?.src ?? ''
    media.currentTime = from
    tune()
  }
  /** The host does not let the page hear it. @returns whether that is why it failed */
  const fallBack = (): boolean => {
    if (active !== analysed?.media) return false
    const { currentTime } = active
    loadInto(plain, currentTime)
    emit({ type: 'notAnalysed' })
    if (isWanted) void plain.play().catch(() => {})
    return true
  }
  const elementFor = (): HTMLMediaElement => {
    if (!values.shortensSilence || !track || isFilm(track)) return plain
    if (!analysed) {
      analysed = createAnalysedElement(() => values.rate)
      follow(analysed.media, fallBack)
    }
    return analysed.media
  }
  follow(plain, () => false)
  return {
    load(next, from) {
      track = next
      loadInto(elementFor(), from)
    },
    async play() {
      isWanted = true
      const media = active
      try {
        if (media === analysed?.media) await analysed.resume()
        // Meanwhile the other element may have taken over.
        if (media === active) await media.play()
      } catch (error) {
        // The other element plays it meanwhile.
        if (media === active) throw error
      }
    },
    pause() {
      isWanted = false
      active.pause()
    },
    seek(seconds) {
      active.currentTime = seconds
    },
    set({ shortensSilence = false, ...rest }) {
      const isChanged = values.shortensSilence !== shortensSilence
      values = { ...rest, shortensSilence }
      const media = isChanged ? elementFor() : active
      if (media === active) return tune()
      loadInto(media, active.currentTime)
      if (isWanted) void this.play().catch(() => {})
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type AnalysedElement = { readonly media: HTMLMediaElement; readonly resume: () => Promise<void> }

/** An element whose sound is heard by the page on its way to the speakers. @param rateOf as the user has set it */
function createAnalysedElement(rateOf: () => number): AnalysedElement {
  const media = Object.assign(document.createElement('audio'), {
    preload: 'metadata',
    crossOrigin: 'anonymous',
  })
  media.dataset['player'] = 'true'
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaElementSource(media).connect(analyser).connect(context.destination)
  const samples = new Float32Array(analyser.fftSize)
  const rateAt = createSilenceMeter()
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => clearInterval(timer)
  media.addEventListener('playing', () => {
    stop()
    timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const rate = rateAt(samples, context.currentTime, rateOf())
      if (media.playbackRate !== rate) media.playbackRate = rate
    }, LISTEN_MS)
  })
  for (const type of ['pause', 'ended', 'emptied', 'waiting']) media.addEventListener(type, stop)
  return { media, resume: () => context.resume() }
}

const signalsOf = (media: HTMLMediaElement): readonly (readonly [string, () => MediaSignal])[] => [
  ['playing', () => ({ type: 'playing' })],
  ['pause', () => ({ type: 'paused' })],
  ['waiting', () => ({ type: 'waiting' })],
  ['ended', () => ({ type: 'ended' })],
  ['timeupdate', () => ({ type: 'time', seconds: media.currentTime })],
  ['durationchange', () => ({ type: 'duration', seconds: media.duration })],
  ['error', () => ({ type: 'error', reason: media.error?.message ?? '' })],
]

/** Root mean square below which a moment is silent: speech is some thirty times louder, the noise of a room softer. */
const SILENT = 0.01
/** Seconds of silence that are part of speech. */
const PART_OF_SPEECH = 0.3
/** Browsers play nothing above this rate, so that the end of a silence could not be heard. */
const FASTEST = 4
const TIMES = 2.5

/**
 * The rate at which to play, by the sound of the latest moments: silence passes faster, sound as the user has set it.
 * @returns takes the latest samples and the time in seconds, and returns the rate
 */
export function createSilenceMeter(): (samples: Float32Array, seconds: number, rate: number) => number {
  let silentSince: number | null = null
  return (samples, seconds, rate) => {
    const energy = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
    if (Math.sqrt(energy) >= SILENT) silentSince = null
    else silentSince ??= seconds
    const isSilence = silentSince !== null && seconds - silentSince >= PART_OF_SPEECH
    return isSilence ? Math.max(rate, Math.min(FASTEST, rate * TIMES)) : rate
  }
}
