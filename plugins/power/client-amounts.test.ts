import { expect, test } from 'vitest'
import type { PowerRules } from './power-calls.ts'
import type { Transaction } from './wire.ts'
import { formatAmount, ONE, parseAmount, taxOn } from './amount.ts'
import { CHART_DAYS, changeOf, movementOf, sumsByDay } from './days.ts'
import { activityOf, levelRules, rewardOf } from './reward.ts'

const rules: PowerRules = {
  claimAmount: { trial: 2, normal: 20 },
  dailySupply: 1000,
  supplyShares: [0.04, 0.3, 0.36, 0.2, 0.1],
  rankShares: [0.01, 0.1, 0.3, 0.6],
  taxPoint: 500,
  voteUrl: '',
}

test.each([
  ['10', 10n * ONE],
  [' 2.5 ', (5n * ONE) / 2n],
  ['2,5', (5n * ONE) / 2n],
  ['0.000000000000000001', 1n],
  ['0', null],
  ['', null],
  ['-3', null],
  ['1e3', null],
  ['1.0000000000000000001', null],
  ['1 000', null],
])('the amount %j is read to the last decimal', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test('an amount is shown with two decimals that are cut off, in the way of the language', () => {
  expect(formatAmount('1234567890000000000000', 'en')).toBe('1,234.56')
  expect(formatAmount(ONE * 20n - 1n, 'en')).toBe('19.99')
  expect(formatAmount(ONE * 20n, 'de')).toBe('20')
})

test('the tax is rounded down', () => {
  expect(taxOn(10n * ONE, 500)).toBe(ONE / 2n)
  expect(taxOn(19n, 500)).toBe(0n)
})

test('today’s claim is the base amount and the share, less the tax', () => {
  const reward = rewardOf({ todayDailyPower: String(120n * ONE) }, rules, false)
  expect(reward).toEqual({ base: 20n * ONE, share: 100n * ONE, tax: 6n * ONE, net: 114n * ONE })
  expect(rewardOf({ todayDailyPower: String(2n * ONE) }, rules, true)).toMatchObject({
    base: 2n * ONE,
    share: 0n,
  })
})

test('a level is worth its share of the supply by its share of the users, against level 1', () => {
  const all = levelRules(rules)
  expect(all.map(({ level, upTo }) => [level, upTo])).toEqual([
    [4, 0.01],
    [3, 0.1],
    [2, 0.3],
    [1, 0.6],
    [0, 1],
  ])
  expect(all.map(({ multiplier }) => Math.round(multiplier * 10) / 10)).toEqual([10, 2.2, 1.8, 1, 0.1])
})

test('activity is one to five times the share', () => {
  expect([null, 10, 25, 50].map(activityOf)).toEqual([1, 1, 2.5, 5])
})

const transaction = (input: Partial<Transaction>): Transaction =>
  ({ powerToken: String(10n * ONE), tax: '0', fromUserId: null, toUserId: null, ...input }) as Transaction

test('what a user pays is the whole amount, and what they receive is without tax', () => {
  const tip = { fromUserId: 'ada', toUserId: 'bea', tax: String(ONE / 2n) }
  expect(movementOf(transaction(tip), 'ada')).toBe('out')
  expect(changeOf(transaction(tip), 'ada')).toBe(-10n * ONE)
  expect(changeOf(transaction(tip), 'bea')).toBe((19n * ONE) / 2n)
})

test('the chart has a day for each of the last thirty, with what came and went', () => {
  const now = new Date(2026, 4, 20, 15).getTime()
  const at = (day: number) => new Date(2026, 4, day, 23, 30).toISOString()
  const days = sumsByDay(
    [
      transaction({ toUserId: 'ada', createdAt: at(20) }),
      transaction({ toUserId: 'ada', createdAt: at(20) }),
      transaction({ fromUserId: 'ada', createdAt: at(19) }),
      transaction({ fromUserId: 'ada', createdAt: new Date(2026, 3, 1).toISOString() }),
    ],
    'ada',
    now,
  )
  expect(days).toHaveLength(CHART_DAYS)
  expect(days[0]?.day).toBe('2026-04-21')
  expect(days.slice(-2)).toEqual([
    { day: '2026-05-19', received: 0n, spent: 10n * ONE },
    { day: '2026-05-20', received: 20n * ONE, spent: 0n },
  ])
  expect(days.slice(0, -2).every(({ received, spent }) => received + spent === 0n)).toBe(true)
})
