import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { missingRuntime } from './runtime.ts'

test('a Node or SQLite that is too old is named, with what to install', () => {
  expect(missingRuntime('24.16.0', '3.51.3')).toBeNull()
  expect(missingRuntime('26.0.0', '3.60.0')).toBeNull()
  expect(missingRuntime('24.9.1', '3.53.0')).toMatch(/needs Node 24\.16\.0 .* this is 24\.9\.1/)
  expect(missingRuntime('24.16.0', '3.51.2')).toMatch(/needs SQLite 3\.51\.3/)
  expect(missingRuntime()).toBeNull()
})

test('settings that are not right are named, all of them', () => {
  const wrong = { PORT: 'eighty', SIGNUP: 'maybe', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'ftp://x' }
  for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name)
  expect(readConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 4310, DATA_DIR: './data', SIGNUP: '' })
})
