/** Silence as a WAV file: 8 kHz, one byte per sample. */
const RATE = 8000
const SILENCE = 128

export function silentWav(seconds: number): Buffer<ArrayBuffer> {
  const samples = Math.round(seconds * RATE)
  const file = Buffer.alloc(44 + samples, SILENCE)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  return file
}
