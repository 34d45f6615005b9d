import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { strippedFile } from './stripped-types.mjs'

/** What a Node process with the hook prints when it runs the text. */
function run(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-stripped-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const file = join(folder, 'program.ts')
  writeFileSync(file, text)
  const hook = new URL('stripped-types.mjs', import.meta.url).href
  return execFileSync(process.execPath, ['--import', hook, file], { encoding: 'utf8' })
}

const TEXT = `const answer: number = 42\nconsole.log(answer)\n// ${import.meta.filename}\n`

test('a file whose stripped text is stored runs from that text, a changed one from itself', () => {
  const stored = strippedFile(TEXT)
  onTestFinished(() => rmSync(stored, { force: true }))
  mkdirSync(dirname(stored), { recursive: true })
  writeFileSync(stored, `${TEXT.replace(': number', '')}console.log('stored')\n`)
  expect(run(TEXT)).toBe('42\nstored\n')
  expect(run(TEXT.replace('42', '43'))).toBe('43\n')
})

test('a file without stripped text runs', () => {
  expect(run(`${TEXT}// never stored\n`)).toBe('42\n')
})
