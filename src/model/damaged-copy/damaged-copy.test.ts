import { allSettled, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import { infoNotified } from '../app/events.ts'
import { $services, type Services } from '../services.ts'
import { damagedCopyRequested } from './index.ts'

async function requested(files: readonly File[]) {
  const downloads: string[] = []
  const platform = {
    damagedCopy: async () => files,
    download: (name: string) => void downloads.push(name),
  }
  const scope = fork({ values: [[$services, { platform } as unknown as Services]] })
  const notified: string[] = []
  createWatch({ unit: infoNotified, scope, fn: ({ key }) => notified.push(key) })
  await allSettled(damagedCopyRequested, { scope })
  return { downloads, notified }
}

test('the files of a database that had to be rebuilt are downloaded', async () => {
  const files = ['follow.broken.db', 'follow.broken.db-wal'].map((name) => new File(['x'], name))
  expect(await requested(files)).toEqual({ downloads: files.map(({ name }) => name), notified: [] })
})

test('without one the user is told so', async () => {
  expect(await requested([])).toEqual({ downloads: [], notified: ['app:database.noCopy'] })
})
