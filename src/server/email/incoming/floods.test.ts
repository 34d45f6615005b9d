import { expect, test } from 'vitest'
import { createCounter, createMailLimits } from './rate-limit.ts'

const NOON = Date.UTC(2026, 4, 1, 12)

test('an inbox accepts two hundred e-mails of any senders in ten minutes', () => {
  let now = NOON
  const limits = createMailLimits(() => now)
  for (let at = 0; at < 200; at += 1)
    expect(limits.accepts('192.0.2.1', `${at}@s.example`, ['ann'])).toBe(true)
  expect(limits.isFull('ann')).toBe(true)
  expect(limits.accepts('192.0.2.2', 'new@s.example', ['ann'])).toBe(false)
  now += 600_000
  expect(limits.isFull('ann')).toBe(false)
})

test('a mail that is not accepted is counted nowhere', () => {
  const limits = createMailLimits(() => NOON)
  for (let at = 0; at < 200; at += 1) limits.accepts('192.0.2.1', `${at}@s.example`, ['full'])
  for (let at = 0; at < 300; at += 1)
    expect(limits.accepts('192.0.2.2', 'ben@s.example', ['open', 'full'])).toBe(false)
  expect(limits.accepts('192.0.2.2', 'ben@s.example', ['open'])).toBe(true)
})

test('a sender is limited by the machine that names it', () => {
  const limits = createMailLimits(() => NOON)
  for (let at = 0; at < 30; at += 1) limits.accepts('192.0.2.66', 'news@good.example', [`inbox${at}`])
  expect(limits.begins('192.0.2.66', 'NEWS@good.example')).toBe(false)
  expect(limits.begins('192.0.2.1', 'news@good.example')).toBe(true)
  expect(limits.accepts('192.0.2.1', 'news@good.example', ['ann'])).toBe(true)
})

test('guesses are counted by machine, and by network where one machine has many addresses', () => {
  const limits = createMailLimits(() => NOON)
  for (let at = 0; at < 30; at += 1) limits.guessed(`2001:db8:1:2::${at + 1}`, `guess${at}`)
  expect(limits.isGuessing('2001:db8:1:2:ffff::1')).toBe(true)
  expect(limits.isGuessing('2001:db8:1:3::1')).toBe(false)
  for (let at = 0; at < 100; at += 1) limits.guessed('::ffff:192.0.2.1', 'the-same')
  expect(limits.isGuessing('192.0.2.1')).toBe(false)
})

test('a counter does not grow without end', () => {
  const counter = createCounter(1, () => NOON)
  for (let at = 0; at < 10_001; at += 1) counter.add(`${at}`)
  expect([counter.isFull('0'), counter.isFull('1')]).toEqual([false, true])
})
