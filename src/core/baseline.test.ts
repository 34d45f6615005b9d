import { expect, test } from 'vitest'
import { withBaseline } from './baseline.ts'

/** Runs the migrations that are not yet done, in their order. @returns what was executed */
async function ran(done: readonly string[], withSteps = true): Promise<readonly string[]> {
  const executed: string[] = []
  const step = (name: string) => ({
    up: async (database: string) => {
      executed.push(`${name} in ${database}`)
    },
  })
  const steps = { ...(withSteps && { a: step('a'), b: step('b') }), c: step('c') }
  const migrations = withBaseline({ steps: ['a', 'b'], ...step('baseline') }, steps)
  const pending = Object.keys(migrations)
    .toSorted()
    .filter((name) => !done.includes(name))
  for (const name of pending) await migrations[name]?.up('db')
  expect(Object.keys(migrations).toSorted()).toEqual(['a', 'b', 'c'])
  return executed
}

test('a new database gets the baseline, then the steps after it', async () => {
  expect(await ran([])).toEqual(['baseline in db', 'c in db'])
})

test('a new database needs no step that the baseline stands for', async () => {
  expect(await ran([], false)).toEqual(['baseline in db', 'c in db'])
})

test('an older database runs the steps that it lacks', async () => {
  expect(await ran(['a'])).toEqual(['b in db', 'c in db'])
  expect(await ran(['a', 'b'])).toEqual(['c in db'])
})
