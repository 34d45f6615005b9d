/** Soft tones as a WAV file of any length, 8 kHz, one byte per sample; only the requested parts are computed. */
import { silentWav } from './wav.ts'

const RATE = 8000
const HEADER = 44
/** Semitones above 220 Hz, half a second each. */
const MELODY = [0, 7, 12, 16, 19, 16, 12, 7]

export type PartedFile = {
  /** Bytes. */
  readonly size: number
  readonly part: (from: number, to: number) => Buffer
}

export function toneWav(seconds: number): PartedFile {
  const samples = Math.round(seconds * RATE)
  const header = silentWav(0).subarray(0, HEADER)
  header.writeUInt32LE(36 + samples, 4)
  header.writeUInt32LE(samples, 40)
  return {
    size: HEADER + samples,
    part(from, to) {
      const bytes = Buffer.alloc(to - from)
      for (let at = from; at < to; at += 1)
        bytes[at - from] = at < HEADER ? (header[at] ?? 0) : sampleAt(at - HEADER)
      return bytes
    },
  }
}

function sampleAt(index: number): number {
  const time = index / RATE
  const halfTones = MELODY[Math.floor(time * 2) % MELODY.length] ?? 0
  const fading = 1 - ((time * 2) % 1)
  return Math.round(128 + 24 * fading * Math.sin(2 * Math.PI * 220 * 2 ** (halfTones / 12) * time))
}
