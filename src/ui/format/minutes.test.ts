import i18next from 'i18next'
import { expect, test } from 'vitest'
import english from '../../../locales/en/common.json'
import japanese from '../../../locales/ja/common.json'
import { formatMinutes } from './minutes.ts'

async function formatIn(language: string, minutes: readonly number[]): Promise<string[]> {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: language, resources: { en: { common: english }, ja: { common: japanese } } })
  return minutes.map((one) => formatMinutes(one, i18n.t))
}

const HOUR = 60
const DAY = 24 * HOUR
const MONTH = 30 * DAY

test('a duration names its two largest units', async () => {
  const minutes = [0.2, 1.4, 45, 59, HOUR, HOUR + 5, DAY - 1, DAY, 2 * DAY + 3 * HOUR + 59, MONTH - 1]
  expect(await formatIn('en', minutes)).toEqual([
    '1 min',
    '1 min',
    '45 mins',
    '59 mins',
    '1h',
    '1h 5m',
    '23h 59m',
    '1d',
    '2d 3h',
    '29d 23h',
  ])
  expect(await formatIn('en', [MONTH, MONTH + 2 * DAY + 5 * HOUR, 14 * MONTH])).toEqual([
    '1M',
    '1M 2d',
    '14M',
  ])
})

test('the units are those of the language', async () => {
  expect(await formatIn('ja', [45, HOUR + 5, 2 * DAY + 3 * HOUR, MONTH + DAY])).toEqual([
    '45分',
    '1時間5分',
    '2日3時間',
    '1か月1日',
  ])
})
