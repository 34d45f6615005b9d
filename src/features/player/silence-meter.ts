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
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
    if (Math.sqrt(power) >= SILENT) silentSince = null
    else silentSince ??= seconds
    const isSilence = silentSince !== null && seconds - silentSince >= PART_OF_SPEECH
    return isSilence ? Math.max(rate, Math.min(FASTEST, rate * TIMES)) : rate
  }
}
