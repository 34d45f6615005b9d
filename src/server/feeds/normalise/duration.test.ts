import { expect, test } from 'vitest'
import { secondsIn } from './duration.ts'

test.each([
  ['1:02:03', 3723],
  ['62:03', 3723],
  [' 3723 ', 3723],
  ['3723.4', 3723],
  ['PT1H2M3S', 3723],
  ['pt62m3s', 3723],
  ['PT3723S', 3723],
  ['PT1H2M3.5S', 3723],
  ['P1DT2H', 93_600],
  ['P0DT0H45M0S', 2700],
  ['1h 2m 3s', 3723],
  ['1h2m3s', 3723],
  ['1 hr. 2 min. 3 sec.', 3723],
  ['1 hour, 2 minutes and 3 seconds', 3723],
  ['62 minutes', 3720],
  ['45 min', 2700],
  ['90s', 90],
  ['1 Stunde 2 Minuten', 3720],
  ['1 heure et 2 minutes', 3720],
  ['1 час 2 минуты', 3720],
  ['1時間2分3秒', 3723],
  ['1小时2分钟', 3720],
  ['1시간 2분', 3720],
  ['62′3″', 3723],
])('%s', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds)
})

test.each([
  undefined,
  '',
  'nonsense',
  '0',
  '0:00',
  'P',
  'PT',
  'half an hour',
  '3 parts',
  '1 2 3',
  'about 5 min of it',
])('%s is no duration', (text) => {
  expect(secondsIn(text)).toBeUndefined()
})
