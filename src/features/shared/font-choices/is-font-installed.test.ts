import { expect, test } from 'vitest'
import { isFontInstalled } from './font-choices.tsx'

/** A browser with these fonts besides the generic ones, each of a width of its own. */
const browserWith = (installed: readonly string[]) => (_: string, font: string) => {
  const families = font
    .replace('72px ', '')
    .split(', ')
    .map((one) => one.replaceAll('"', ''))
  const fonts = ['monospace', 'serif', 'sans-serif', ...installed]
  return fonts.indexOf(families.find((family) => fonts.includes(family)) ?? '')
}

test('a font is installed where text in it is not drawn in the fallback', () => {
  const widthOf = browserWith(['Georgia'])
  expect(['Georgia', 'Verdana'].map((family) => isFontInstalled(family, widthOf))).toEqual([true, false])
  // One that the browser draws in place of a generic font differs from the others.
  const alike = (text: string, font: string) =>
    font.includes('Liberation') ? 1 : browserWith([])(text, font)
  expect(isFontInstalled('Liberation Serif', alike)).toBe(true)
})
