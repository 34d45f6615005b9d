import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCatalogue } from '../../src/contract/errors.ts'
import { top } from './imports.ts'

const english = JSON.parse(readFileSync(join(top, 'locales/en/errors.json'), 'utf8')) as Record<
  string,
  string
>

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
