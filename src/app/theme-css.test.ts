import { expect, test } from 'vitest'
import { themeCss } from './theme-css.ts'

const theme = { id: 'a', titleKey: 'a:a', tokens: { ink: '#123', line: 'rgb(1 2 3)' } }

test('a theme applies where the page is in its mode, by itself or by the system', () => {
  expect(themeCss([{ ...theme, mode: 'dark' }])).toBe(`@layer tokens {
[data-theme='dark']:not([data-own-colors]) { --ink: #123; --line: rgb(1 2 3); }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { --ink: #123; --line: rgb(1 2 3); } }
}`)
})

test('without themes there is no stylesheet', () => {
  expect(themeCss([])).toBe('')
})
