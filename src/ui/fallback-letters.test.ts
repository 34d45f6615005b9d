import { expect, test } from 'vitest'
import { domainOf, fallbackLetters, nameHue } from './fallback-letters.ts'

test('a site without a picture shows the first two letters of its domain', () => {
  expect(fallbackLetters('example.com')).toBe('EX')
  expect(fallbackLetters('https://www.nytimes.com/section')).toBe('NY')
  expect(fallbackLetters('9to5mac.com')).toBe('9T')
})

test('names outside the Latin script and odd names work too', () => {
  expect(fallbackLetters('日本語.jp')).toBe('日本')
  expect(fallbackLetters('𠮷野.jp')).toBe('𠮷野')
  expect(fallbackLetters(' -a ')).toBe('A')
  expect(fallbackLetters('')).toBe('')
})

test('the colour of a name is always the same, and neighbours differ', () => {
  expect(nameHue('example.com')).toBe(nameHue('example.com'))
  expect(nameHue('example.com')).not.toBe(nameHue('example.org'))
  expect(nameHue('')).toBeLessThan(360)
})

test('the address of a site is shown by its domain, whatever its path, and a name as it is', () => {
  expect(domainOf('https://www.example.com/blog?page=2')).toBe('example.com')
  expect(domainOf('https://feeds.example.com/rss')).toBe('example.com')
  expect(domainOf('https://rss.app/')).toBe('rss.app')
  expect(domainOf('http://')).toBe('http://')
  expect(domainOf('Example: a blog')).toBe('Example: a blog')
})
