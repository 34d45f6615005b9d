import { expect, test } from 'vitest'
import { themeTokens } from '../../plugin-api/theme.ts'
import { contrastOf } from './contrast.ts'
import { ownColor, unreadableText } from './theme-contrast.ts'

test.each([
  ['#000', '#fff', 21],
  ['#777', '#ffffff', 4.48],
  ['rgb(119 119 119)', 'rgb(100%, 100%, 100%)', 4.48],
  ['#00000080', '#fff', 3.98],
  ['hsl(0 100% 50%)', 'hsl(0, 0%, 100%)', 4],
  ['hwb(240 0% 0%)', '#fff', 8.59],
  ['lab(50 0 0)', 'lab(100 0 0)', 4.48],
  ['lch(50% 0 0)', '#fff', 4.48],
  ['oklab(0 0 0)', 'oklch(1 0 0)', 21],
  ['oklch(0.628 0.2577 29.23)', '#fff', 4],
])('%s on %s has a contrast of %d', (ink, surface, contrast) => {
  expect(contrastOf(ink, surface, '#fff')).toBeCloseTo(contrast, 1)
})

test('a transparent surface shows what is below', () => {
  expect(contrastOf('#fff', '#ffffff00', '#000')).toBeCloseTo(21, 1)
})

test.each(['light', 'dark'] as const)('the reader’s own %s colours can be read', (mode) => {
  const tokens = Object.fromEntries(themeTokens.map((token) => [token, ownColor(token, mode)]))
  expect(unreadableText({ mode, tokens })).toBeNull()
})

test('what cannot be read is named with its contrast', () => {
  expect(unreadableText({ mode: 'light', tokens: { ink: '#777' } })).toMatch(
    /^ink on surface-reading has a contrast of 4\.\d+:1, and text needs 4\.5:1$/,
  )
  expect(unreadableText({ mode: 'dark', tokens: { 'surface-list': '#888' } })).toMatch(
    /^ink on surface-list has/,
  )
  expect(unreadableText({ mode: 'light', tokens: { ink: '#111', line: '#eee' } })).toBeNull()
})
