import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pluginTheme, themeTokens } from './theme.ts'

test('the tokens of themes are the colours of the design that come in pairs', () => {
  const css = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8')
  const colors = [...css.matchAll(/--([a-z-]+): light-dark\(/g)].map(([, name]) => name)
  expect(colors.length).toBeGreaterThan(20)
  expect([...themeTokens].toSorted()).toEqual(colors.toSorted())
})

test.each(['#fff', '#12345678', 'rgb(1 2 3 / 50%)', 'oklch(0.9 0.01 -85)', 'HSL(120 50% 50%)'])(
  '%s is a colour',
  (ink) => {
    const theme = { id: 'paper', title: 'paper', mode: 'dark', tokens: { ink } }
    expect(pluginTheme.safeParse(theme).success).toBe(true)
  },
)
