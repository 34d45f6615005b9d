import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCatalogue } from '../src/contract/errors.ts'

type Messages = { readonly [key: string]: string | Messages }
const languages = ['en', 'zh-CN', 'zh-TW', 'ja']
// Of e-mails there are few strings, which the server's tests read.
const groups = readdirSync(join(import.meta.dirname, 'en'))
  .map((name) => name.replace('.json', ''))
  .filter((name) => name !== 'emails')
const read = (language: string, group: string) =>
  flat(JSON.parse(readFileSync(join(import.meta.dirname, language, `${group}.json`), 'utf8')) as Messages)

function flat(words: Messages, before = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...flat(value, `${before}${key}.`)],
    ),
  )
}
test('English has every group, and no sentence of it is empty', () => {
  for (const group of groups) {
    const words = read('en', group)
    expect(words.size).toBeGreaterThan(10)
    for (const [key, text] of words) expect(text.trim(), `${group}:${key}`).not.toBe('')
  }
})

test.each(languages)(
  'a key that %s has, English has too, because English stands in for what is missing',
  (language) => {
    const files = readdirSync(join(import.meta.dirname, language)).map((name) => name.replace('.json', ''))
    expect(files.length).toBeGreaterThan(1)
    for (const group of files) {
      const english = read('en', group)
      for (const key of read(language, group).keys())
        expect(english.has(key), `${language} ${group}:${key}`).toBe(true)
    }
  },
)

test('every refusal of the catalogue is worded', () => {
  const words = read('en', 'errors')
  for (const [code] of Object.values(errorCatalogue)) expect(words.has(String(code)), String(code)).toBe(true)
})

test('a sentence that counts has both its forms', () => {
  const alone = groups.flatMap((group) => {
    const words = read('en', group)
    const counting = [...words.keys()].filter((key) => key.endsWith('_one'))
    return counting.filter((key) => !words.has(key.replace(/_one$/, '_other')))
  })
  expect(alone).toEqual([])
})
