import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { debugCommands } from '../../commands/debug.ts'
import { allCommands } from '../../commands/index.ts'
import { completeLanguages } from '../../src/features/settings/complete-languages.ts'
import { allFeatures } from '../../src/features/index.ts'
import { screenCommands } from '../../src/features/screen-commands.ts'
import { files, top } from './imports.ts'

type Tree = { readonly [key: string]: string | Tree }

const read = (language: string, namespace: string) =>
  flatten(JSON.parse(readFileSync(join(top, 'locales', language, `${namespace}.json`), 'utf8')) as Tree)

function flatten(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[path + key, value]] : [...flatten(value, `${path}${key}.`)],
    ),
  )
}

const namespaces = [
  'app',
  'lang',
  'common',
  'settings',
  'shortcuts',
  'keywords',
  'errors',
  'emails',
  'sources',
  'people',
  'episodes',
]
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]).toSorted()

describe('the locales', () => {
  test('English has every namespace', () => {
    expect(readdirSync(join(top, 'locales/en')).toSorted()).toEqual(
      namespaces.map((name) => `${name}.json`).toSorted(),
    )
  })

  test.each(['zh-CN', 'zh-TW', 'ja'])(
    '%s has all of lang, common and emails, with the same placeholders',
    (language) => {
      for (const namespace of ['lang', 'common', 'emails']) {
        const english = read('en', namespace)
        const other = read(language, namespace)
        expect(english.size).toBeGreaterThan(0)
        expect([...english.keys()].filter((key) => !other.has(key))).toEqual([])
        expect([...other.keys()].filter((key) => !english.has(key))).toEqual([])
        for (const [key, text] of other)
          expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''))
      }
    },
  )

  test('a language is listed as complete when it has every string of every namespace', () => {
    const complete = ['en', 'zh-CN', 'zh-TW', 'ja'].filter((language) => {
      const present = new Set(readdirSync(join(top, 'locales', language)))
      return namespaces.every((namespace) => {
        if (!present.has(`${namespace}.json`)) return false
        const strings = read(language, namespace)
        return [...read('en', namespace).keys()].every((key) => strings.has(key))
      })
    })
    expect(completeLanguages).toEqual(complete)
  })

  test('every English string is used somewhere', () => {
    const code = [
      ...files.map((file) => readFileSync(join(top, file), 'utf8')),
      readFileSync(join(top, 'src/app/index.html'), 'utf8'),
      // Titles of commands are made from their ids.
      ...[...allCommands, ...debugCommands, ...screenCommands(allFeatures)].flatMap(
        ({ title, keywords = '', args = [] }) => [title, keywords, ...args.map((one) => one.title)],
      ),
    ].join('\n')
    const searched = {
      code,
      names: new Set(code.match(/[\w.-]+/g)),
      beginnings: new Set(Array.from(code.matchAll(/([\w.-]+)\.\$\{/g), ([, name]) => name ?? '')),
    }
    const unused = [
      'app',
      'common',
      'settings',
      'shortcuts',
      'keywords',
      'sources',
      'people',
      'episodes',
    ].flatMap((namespace) =>
      [...read('en', namespace).keys()]
        .filter((key) => !isUsed(key, searched))
        .map((key) => `${namespace}:${key}`),
    )
    expect(unused).toEqual([])
  })
})

type SearchedCode = {
  readonly code: string
  /** Its names, and those that begin a key: to search millions of characters for each key takes minutes. */
  readonly names: ReadonlySet<string>
  readonly beginnings: ReadonlySet<string>
}

/** A key is used as written, or built from its beginning (`t(\`view.${name}\`)`), or is the form for a plural or a context. */
function isUsed(key: string, { code, names, beginnings }: SearchedCode): boolean {
  const singular = key.replace(/_(zero|one|two|few|many|other|here)$/, '')
  const parts = singular.split('.')
  const starts = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'))
  if (names.has(singular) || starts.some((start) => beginnings.has(start))) return true
  return code.includes(singular) || starts.some((start) => code.includes(`${start}.\${`))
}
