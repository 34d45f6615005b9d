import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFiles } from './changed-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-changed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const git = (...parameters: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...parameters], { cwd: folder })
const commitAll = () => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change files')
}

beforeAll(() => {
  git('init', '--quiet')
  mkdirSync(join(folder, 'src'))
  for (const name of ['same.ts', 'removed.ts', 'src/edited.ts', 'src/committed.ts']) write(name, 'first')
  write('.gitignore', 'built\n')
  commitAll()
  write('src/committed.ts', 'second')
  commitAll()
  write('src/edited.ts', 'second')
  write('src/new file.ts', 'first')
  write('built', 'ignored')
  rmSync(join(folder, 'removed.ts'))
})

test('without a commit of its own a change is what is edited, new or removed', () => {
  expect(changedFiles('HEAD', folder)).toEqual([
    { file: 'removed.ts', exists: false },
    { file: 'src/edited.ts', exists: true },
    { file: 'src/new file.ts', exists: true },
  ])
})

test('since an older commit it is also what was committed', () => {
  expect(changedFiles('HEAD~1', folder).map(({ file }) => file)).toEqual([
    'removed.ts',
    'src/committed.ts',
    'src/edited.ts',
    'src/new file.ts',
  ])
})

test('a commit that Git does not know is refused', () => {
  expect(() => changedFiles('no-such-branch', folder)).toThrow('no-such-branch')
  expect(() => changedFiles('--all', folder)).toThrow('--all')
})
