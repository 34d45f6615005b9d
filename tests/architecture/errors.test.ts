import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCatalogue } from '../../src/contract/errors.ts'
import '../support/plugin-contract.ts'
import { files, top } from './imports.ts'

type Texts = Readonly<Record<string, string>>
const textsIn = (file: string) =>
  JSON.parse(readFileSync(join(top, file), 'utf8')) as Texts & { errors?: Texts }
const ofPlugin = (file: string) => textsIn(file.replace('wire.ts', 'locales/en.json')).errors ?? {}
/** Those of plugins' own refusals are in their locales. */
const english: Texts = Object.assign(
  textsIn('locales/en/errors.json'),
  ...files.filter((file) => /^plugins\/[^/]+\/wire\.ts$/.test(file)).map(ofPlugin),
)

test('every refusal has a code of its own', () => {
  const codes = Object.values(errorCatalogue).map(([code]) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(60)
})

test('every code has an English message, and every message a code', () => {
  const codes = Object.values(errorCatalogue).map(([code]) => String(code))
  expect(codes.filter((code) => !english[code])).toEqual([])
  expect(Object.keys(english).filter((key) => /^\d+$/.test(key) && !codes.includes(key))).toEqual([])
})
