import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, top } from './imports.ts'

/** Words that the code once used for technical ideas, each with the standard one. */
const refusedInExports: Readonly<Record<string, string>> = {
  asked: 'requested',
  told: 'notified, received',
  heard: 'received',
  kept: 'stored, cached, persisted',
  given: 'options, input',
  said: 'message, input',
  wish: 'request',
  deed: 'action',
  held: 'current value',
  errand: 'effect',
  crew: 'tab leader',
  patience: 'timeout',
  upheaval: 'crash test',
  unkept: 'write-ahead log',
  squeeze: 'compress',
  zeros: 'NUL characters',
  climb: 'run migrations',
  noun: 'resource',
  purse: 'account pair',
  seat: 'process lease',
  words: 'translations, text',
}
/** Type names that once meant something else in every file. */
const refusedTypes = ['Given', 'Words', 'Place', 'Found', 'Told', 'Kept', 'Waiting', 'Wish', 'Asked', 'Said']

/** Where a word is meant as a word: of a text that is indexed, and the encoded words of RFC 2047. */
const exceptions = ['indexWords', 'encoded-words']

/** `wordCount` is `word`, `count`. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/[-_$.]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')

const sources = files.map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') }))
const exportedNames = sources.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) ([\w$]+)/gm,
    ),
  ].map(([, name = '']) => ({ file, name })),
)
const isRefused = (name: string) =>
  !exceptions.includes(name) && partsOf(name).some((part) => part in refusedInExports)

test('the sources were read, and not a handful of them', () => {
  expect(files.length).toBeGreaterThan(900)
  expect(exportedNames.length).toBeGreaterThan(2000)
  console.info(`vocabulary: ${files.length} files, ${exportedNames.length} exported names`)
})

test('no exported name speaks in words that have a standard one', () => {
  const wrong = exportedNames.filter(({ name }) => isRefused(name))
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('no file is named in words that have a standard one', () => {
  expect(files.filter((file) => isRefused(basename(file).replace(/\.tsx?$/, '')))).toEqual([])
})

test('no exported type has a name that says nothing of what it is', () => {
  const wrong = exportedNames.filter(({ name }) => refusedTypes.includes(name))
  expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
