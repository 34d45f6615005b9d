import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, infoNotified, userDataCleared } from '../app/events.ts'
import type { OfflineFileKind, OfflineFiles } from '../services.ts'
import { createFakeServer, startReader } from '../testing.ts'
import {
  $offlineFiles,
  $offlinePictureAddresses,
  $takeAlongProgress,
  offlineFilesRemovalRequested,
  offlinePictureRequested,
  takeAlongRequested,
  takeAlongStopped,
} from './index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** Storage in memory. `fetch` can be replaced. */
function memoryFiles() {
  const files = new Map<string, OfflineFileKind>()
  const fetched: string[] = []
  const storage = {
    files,
    fetched,
    isFull: false,
    isForbidden: false,
    isLocked: false,
    fetch: (async ({ kind, url, path }) => {
      fetched.push(path)
      if (storage.isFull) throw new DOMException('', 'QuotaExceededError')
      if (url.includes('broken')) return false
      files.set(url, kind)
      return true
    }) as OfflineFiles['fetch'],
  }
  const platform: OfflineFiles = {
    stored: async (kind) => {
      if (storage.isForbidden) throw new DOMException('The operation is insecure.', 'SecurityError')
      return [...files].flatMap(([url, of]) => (of === kind ? [url] : []))
    },
    fetch: (file, signal) => storage.fetch(file, signal),
    addressOf: async (_, url) => (files.has(url) ? `blob:${url}` : null),
    size: async () => files.size,
    clear: async () => {
      if (storage.isLocked) throw new DOMException('', 'NoModificationAllowedError')
      files.clear()
    },
  }
  return { storage, platform }
}

async function start() {
  const server = createFakeServer()
  server.follow('1')
  const { storage, platform } = memoryFiles()
  const reader = await startReader({ server, platform: { offlineFiles: platform } })
  // Published after the start: the browser does not have them yet.
  server.publish('1', 'old', NOON - 60_000, { content: '<p>No files</p>' })
  server.publish('1', 'film', NOON, {
    content: '<img src="https://a.example/1.png"><img src="https://a.example/broken.png">',
    files: {
      attachments: [
        { url: 'https://a.example/1.mp3', mime_type: 'audio/mpeg' },
        { url: 'https://a.example/1.pdf', mime_type: 'application/pdf' },
      ],
      media: [{ type: 'photo', url: 'https://a.example/2.png' }],
    },
  })
  const seen: string[] = []
  for (const unit of [infoNotified, errorNotified])
    createWatch({
      unit,
      scope: reader.scope,
      fn: ({ key, values }) => seen.push(`${key} ${values?.['failed'] ?? ''}`),
    })
  const take = (q: string) => allSettled(takeAlongRequested, { scope: reader.scope, params: { q } })
  return { ...reader, storage, seen, take }
}

test('entries, texts, pictures and recordings of a query are stored, each file once', async () => {
  const { local, scope, storage, seen, take } = await start()
  await take('film')
  expect(await local.call('entries.withoutContent', ['film', 'old'])).toEqual(['old'])
  expect([...storage.files]).toEqual([
    ['https://a.example/1.png', 'pictures'],
    ['https://a.example/2.png', 'pictures'],
    ['https://a.example/1.mp3', 'recordings'],
  ])
  expect(seen.at(-1)).toBe('app:offline.doneExcept 1')
  expect(scope.getState($takeAlongProgress)).toBeNull()
  const { pictures, recordings } = scope.getState($offlineFiles)
  expect([...pictures]).toEqual(['https://a.example/1.png', 'https://a.example/2.png'])
  expect([...recordings]).toEqual([['https://a.example/1.mp3', 'blob:https://a.example/1.mp3']])

  // Again: only what failed is fetched.
  storage.fetched.length = 0
  await take('film')
  expect(storage.fetched).toEqual(['/pictures/signed?url=https://a.example/broken.png'])
})

test('what is taken along is removed on request, and when the user signs out', async () => {
  const { scope, storage, seen, take } = await start()
  await take('film')
  await allSettled(offlinePictureRequested, { scope, params: 'https://a.example/1.png' })
  expect(scope.getState($offlinePictureAddresses).size).toBe(1)
  storage.isLocked = true
  await allSettled(offlineFilesRemovalRequested, { scope })
  expect([storage.files.size, seen.at(-1)]).toEqual([3, 'app:offline.notRemoved '])
  storage.isLocked = false
  await allSettled(offlineFilesRemovalRequested, { scope })
  expect(scope.getState($offlinePictureAddresses).size).toBe(0)
  expect([storage.files.size, scope.getState($offlineFiles).pictures.size]).toEqual([0, 0])
  expect(seen.at(-1)).toBe('app:offline.removed ')
  await take('film')
  expect(storage.files.size).toBe(3)
  await allSettled(userDataCleared, { scope })
  expect([storage.files.size, scope.getState($offlineFiles).recordings.size]).toEqual([0, 0])
})

test('stopping ends it without an error, and what was stored stays', async () => {
  const { scope, storage, seen, take } = await start()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { fetch } = storage
  storage.fetch = async (file, signal) => {
    if (!file.url.endsWith('1.mp3')) return fetch(file, signal)
    resolve()
    return new Promise((done) => signal.addEventListener('abort', () => done(false)))
  }
  const taking = take('film')
  await promise
  await allSettled(takeAlongStopped, { scope })
  await taking
  expect(storage.files.has('https://a.example/1.png')).toBe(true)
  expect(scope.getState($takeAlongProgress)).toBeNull()
  expect(seen.filter((key) => key.startsWith('errors') || key.includes('done'))).toEqual([])
})

test('a full browser and a lost connection are said, and a later attempt completes', async () => {
  const { server, storage, seen, take } = await start()
  storage.isFull = true
  await take('film')
  expect(seen.at(-1)).toBe('app:offline.full ')
  storage.isFull = false
  server.offline = true
  await take('film')
  expect(seen.at(-1)).toBe('app:offline.needsConnection ')
  server.offline = false
  await take('film')
  expect(seen.at(-1)).toBe('app:offline.doneExcept 1')
})

test('a browser that refuses its storage for files is said, and the texts are stored', async () => {
  const { local, storage, seen, take } = await start()
  storage.isForbidden = true
  await take('film')
  expect(seen.at(-1)).toBe('app:offline.textsOnly ')
  expect(storage.files.size).toBe(0)
  expect(await local.call('entries.withoutContent', ['film', 'old'])).toEqual(['old'])
})
