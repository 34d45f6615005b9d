import { expect, test } from 'vitest'
import { createSilenceMeter } from './media-output.ts'

const loud = Float32Array.from({ length: 512 }, (_, at) => Math.sin(at / 4) * 0.3)
const noise = Float32Array.from({ length: 512 }, (_, at) => Math.sin(at) * 0.004)

test('silence longer than a pause of speech passes faster, and ends with the first sound', () => {
  const rateAt = createSilenceMeter()
  expect([rateAt(loud, 0, 1), rateAt(noise, 0.1, 1), rateAt(noise, 0.3, 1)]).toEqual([1, 1, 1])
  expect([rateAt(noise, 0.5, 1), rateAt(noise, 0.6, 1)]).toEqual([2.5, 2.5])
  expect([rateAt(loud, 0.7, 1), rateAt(noise, 0.8, 1)]).toEqual([1, 1])
})

test('no rate is above the one at which browsers fall silent, and none below what the user has set', () => {
  const rateAt = createSilenceMeter()
  rateAt(noise, 0, 2)
  expect(rateAt(noise, 1, 2)).toBe(4)
  expect(rateAt(noise, 1, 0.5)).toBe(1.25)
})
