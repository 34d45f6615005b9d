import { expect, test } from 'vitest'
import { codes, trackerOf } from './trackers.ts'

const command = (id: string) => ({ kind: 'command', id, source: 'key' }) as const

test.each([
  ['integration:save-to-zotero', 2002],
  ['ai:daily', 2003],
  ['layout:toggle-wide-mode', 2005],
  ['entry:image-gallery', 2006],
  ['go:find-entry', 2007],
  ['global:quick-add', 2008],
  ['global:first-run-guide', 3001],
  ['entry:star', 3004],
  ['timeline:unread-only', 3005],
])('the command %s is tracked as %i, with what invoked it', (id, code) => {
  const tracker = trackerOf(command(id))
  expect(tracker && codes[tracker.name]).toBe(code)
  expect(tracker?.properties).toEqual({ command: id, source: 'key' })
})

test('openings, payments, playing, subscriptions and marks have their codes', () => {
  const code = (event: Parameters<typeof trackerOf>[0]) => {
    const tracker = trackerOf(event)
    return tracker && codes[tracker.name]
  }
  const changed = (change: string) => ({ kind: 'changed', change, count: 2, origin: 'scroll' }) as const
  expect(code({ kind: 'entryOpened' })).toBe(2000)
  expect(code({ kind: 'dialogOpened', dialog: 'follow' })).toBe(2015)
  expect(code({ kind: 'dialogOpened', dialog: 'power/tip' })).toBe(2011)
  expect(code({ kind: 'wireCalled', call: 'POST /boosts' })).toBe(2001)
  expect(code({ kind: 'wireCalled', call: 'POST /wallets/transactions/claim_daily' })).toBe(2013)
  expect(code({ kind: 'wireCalled', call: 'POST /wallets/transactions/tip' })).toBe(2014)
  expect(code({ kind: 'feedClaimed' })).toBe(2012)
  expect(code({ kind: 'entered', how: 'signedIn' })).toBe(1001)
  expect(code({ kind: 'entered', how: 'registered' })).toBe(3000)
  expect(code({ kind: 'entered', how: 'updated' })).toBe(2010)
  expect(code({ kind: 'played', seconds: 7 })).toBe(2009)
  expect(code({ kind: 'settingChanged', setting: 'pictureViewMasonry' })).toBe(2004)
  expect(code(changed('subscriptions.follow'))).toBe(3002)
  expect(code(changed('reads.mark'))).toBe(3003)
  expect(trackerOf(changed('reads.mark'))?.properties).toEqual({ count: 2, origin: 'scroll' })
})

test('what has no code is not tracked', () => {
  expect(trackerOf(command('layout:open-menu'))).toBeNull()
  expect(trackerOf({ kind: 'dialogOpened', dialog: 'shortcuts' })).toBeNull()
  expect(trackerOf({ kind: 'settingChanged', setting: 'dimRead' })).toBeNull()
  expect(trackerOf({ kind: 'wireCalled', call: 'GET /wallets' })).toBeNull()
  expect(trackerOf({ kind: 'changed', change: 'keys.change', count: 1, origin: 'command' })).toBeNull()
})

test('the codes are those of the client, each once', () => {
  const all = Object.values(codes)
  expect(new Set(all).size).toBe(all.length)
  expect(all.toSorted((a, b) => a - b)).toEqual([
    1000,
    1001,
    1002,
    1003,
    ...Array.from({ length: 16 }, (_, n) => 2000 + n),
    3000,
    3001,
    3002,
    3003,
    3004,
    3005,
  ])
})
