import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { missingRuntime, SERVER_FLAGS } from './runtime.ts'

test('a Node or SQLite that is too old is named, with what to install', () => {
  expect(missingRuntime('24.16.0', '3.51.3')).toBeNull()
  expect(missingRuntime('26.0.0', '3.60.0')).toBeNull()
  expect(missingRuntime('24.9.1', '3.53.0')).toMatch(/needs Node 24\.16\.0 .* this is 24\.9\.1/)
  expect(missingRuntime('24.16.0', '3.51.2')).toMatch(/needs SQLite 3\.51\.3/)
  expect(missingRuntime()).toBeNull()
})

test('every command that starts a server or a worker bounds its memory', () => {
  const top = new URL('../../', import.meta.url)
  const lines = ['package.json', 'src/tools/docker/Dockerfile', 'src/tools/docker/compose.yaml']
    .flatMap((name) => readFileSync(new URL(name, top), 'utf8').split('\n'))
    .filter((line) => /require-node\.mjs.*(tools\/start|server\/main|server\/worker)\.ts/.test(line))
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => SERVER_FLAGS.some((flag) => !line.includes(flag)))).toEqual([])
})

test('an error names every invalid variable', () => {
  const wrong = {
    PORT: 'eighty',
    SIGNUP: 'maybe',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'ftp://x',
    ANNOUNCEMENT: '{"id":"1"}',
  }
  for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name)
  expect(readConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 4310, DATA_DIR: './data', SIGNUP: '' })
})
