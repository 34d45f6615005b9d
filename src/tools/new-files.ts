/** Writes files and strings for `npm run new`. Paths are relative to the repository. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './step.ts'

/** The files that were written or changed. */
export type Written = readonly string[]

/** Inserts text into an existing file, before or after the first match. @throws when nothing matches */
export function insert(file: string, at: RegExp, text: string, where: 'before' | 'after'): string {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const match = at.exec(before)
  if (!match) return refuse(`${file} has no place for it: ${at.source}`)
  const index = where === 'after' ? match.index + match[0].length : match.index
  writeFileSync(path, before.slice(0, index) + text + before.slice(index))
  return file
}

/** Adds a key in English, and where every language must have it, in all of them; an existing key is unchanged. */
export function addString(namespace: string, key: string, text: string): Written {
  const languages = ['lang', 'common'].includes(namespace) ? ['en', 'zh-CN', 'zh-TW', 'ja'] : ['en']
  return languages.map((language) => {
    const file = `locales/${language}/${namespace}.json`
    const all = JSON.parse(readFileSync(join(root, file), 'utf8')) as Tree
    put(all, key.split('.'), text || sentence(key.split('.').at(-1) ?? key))
    writeFileSync(join(root, file), `${JSON.stringify(all, null, 2)}\n`)
    return file
  })
}

type Tree = { [key: string]: string | Tree }

function put(tree: Tree, [first, ...rest]: readonly string[], text: string): void {
  if (first === undefined) return
  if (rest.length === 0) {
    tree[first] ??= text
    return
  }
  const below = (tree[first] ??= {})
  if (typeof below === 'string') return refuse(`${first} is a string already.`)
  put(below, rest, text)
}

export function write(file: string, text: string): string {
  const path = join(root, file)
  if (existsSync(path)) return refuse(`${file} exists already.`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return file
}

export const sentence = (name: string) =>
  name.replaceAll(/[-_]/g, ' ').replace(/^./, (letter) => letter.toUpperCase())

export function refuse(why: string): never {
  throw new Error(why)
}
