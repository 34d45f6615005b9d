import { expect, test } from 'vitest'
import { problemsOf, type Module } from './compare.ts'

const module = (name: string, bytes: number, importedBy: string | null = null): Module => ({
  name,
  bytes,
  importedBy,
})
const accepted = { 'src/app/main.tsx': 4000, 'src/model/reads/index.ts': 3000 }

test('modules that are accepted and files within their budgets are no problem, and one that is gone neither', () => {
  const files = [{ name: 'start', bytes: 100, budget: 100 }]
  expect(problemsOf([module('src/app/main.tsx', 4150)], accepted, files)).toEqual([])
})

test('a new module is named, with who imports it', () => {
  const modules = [
    module('src/app/main.tsx', 4000),
    module('src/features/rules/page.tsx', 900, 'src/app/main.tsx'),
  ]
  expect(problemsOf(modules, accepted, [])).toEqual([
    'src/features/rules/page.tsx is new in the first script, with 900 bytes: src/app/main.tsx imports it.',
  ])
})

test('a file over its budget is named, with the modules that grew', () => {
  const modules = [module('src/app/main.tsx', 4300), module('src/model/reads/index.ts', 5000)]
  expect(problemsOf(modules, accepted, [{ name: 'start', bytes: 120, budget: 100 }])).toEqual([
    'start has 120 bytes on the wire, its budget is 100. Grown: src/model/reads/index.ts (2000 bytes more), src/app/main.tsx (300 bytes more).',
  ])
})
