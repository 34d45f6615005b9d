import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { Local, LocalCallName } from '../../local/calls.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { startReader } from '../testing.ts'
import { $imageProxy, $isCachedPageOutdated, isPictureProxied } from '../session/index.ts'
import { imageProxyReceived } from '../session/image-proxy.ts'
import { bounded } from './bounded.ts'
import {
  $pictureAddresses,
  $pictureFacts,
  pictureAddressRequested,
  pictureFactsRequested,
  pictureLoaded,
} from './index.ts'

test('the server loads no picture, those without TLS in a page with TLS, or all', () => {
  const page = 'https://reader.example/timeline'
  const modes = ['off', 'insecure', 'all'] as const
  const proxied = (picture: string, from = page) => modes.map((mode) => isPictureProxied(mode, from, picture))
  expect(proxied('http://a.example/a.png')).toEqual([false, true, true])
  expect(proxied('https://a.example/a.png')).toEqual([false, false, true])
  expect(proxied('http://a.example/a.png', 'http://reader.example/')).toEqual([false, false, true])
  expect(proxied('https://reader.example/avatars/1')).toEqual([false, false, false])
  expect(proxied('data:image/png;base64,AA')).toEqual([false, false, false])
})

test('the mode of the session is there at the next start, and a change outdates the cached page', async () => {
  const reader = await startReader()
  const { scope } = reader
  expect(scope.getState($imageProxy)).toBe('off')
  await allSettled(imageProxyReceived, { scope, params: 'all' })
  expect([scope.getState($imageProxy), scope.getState($isCachedPageOutdated)]).toEqual(['all', false])
  const next = await startReader({ storage: reader.storage })
  expect(next.scope.getState($imageProxy)).toBe('all')
  await allSettled(imageProxyReceived, { scope: next.scope, params: 'all' })
  expect(next.scope.getState($isCachedPageOutdated)).toBe(false)
  await allSettled(imageProxyReceived, { scope: next.scope, params: 'off' })
  expect(next.scope.getState($isCachedPageOutdated)).toBe(true)
})

test('addresses are signed together, each once, and null where the server serves none', async () => {
  const { scope, server } = await startReader()
  const names = ['a', 'b', 'refused', 'a', 'b']
  await Promise.all(
    names.map((name) => allSettled(pictureAddressRequested, { scope, params: `https://p.example/${name}` })),
  )
  const calls = server.calls
    .filter(({ name }) => name === 'pictures.sign')
    .map(({ input }) => (input as { urls: string[] }).urls)
  expect(calls.flat().toSorted()).toEqual([
    'https://p.example/a',
    'https://p.example/b',
    'https://p.example/refused',
  ])
  expect(calls.length).toBeLessThanOrEqual(2)
  expect(Object.fromEntries(scope.getState($pictureAddresses))).toEqual({
    'https://p.example/a': '/pictures/signed?url=https://p.example/a',
    'https://p.example/b': '/pictures/signed?url=https://p.example/b',
    'https://p.example/refused': null,
  })
})

test('the size and colours of a picture that has loaded are known at the next start', async () => {
  const reader = await startReader()
  const url = 'https://p.example/a.png'
  const facts = { width: 800, height: 600, colors: ['rgb(1 2 3)'] }
  await allSettled(pictureLoaded, { scope: reader.scope, params: { url, facts } })
  const next = await startReader({ local: reader.local })
  await allSettled(pictureFactsRequested, { scope: next.scope, params: [url, 'https://p.example/b.png'] })
  const known = next.scope.getState($pictureFacts)
  expect([...known]).toEqual([
    [url, facts],
    ['https://p.example/b.png', null],
  ])
})

test('where follow.db fails, nothing is stored of a picture, and the list does not wait for it', async () => {
  const working = memoryLocal()
  const call = (async (name: LocalCallName, ...rest: never[]) => {
    if (name === 'images.get') throw new Error('disk I/O error')
    return (working.call as (name: LocalCallName, ...rest: never[]) => Promise<unknown>)(name, ...rest)
  }) as Local['call']
  const { scope } = await startReader({ local: { ...working, call } })
  await allSettled(pictureFactsRequested, { scope, params: ['https://p.example/a.png'] })
  expect([...scope.getState($pictureFacts)]).toEqual([['https://p.example/a.png', null]])
})

test('the maps in memory have a bound, and the latest stay', () => {
  const map = new Map(Array.from({ length: 11 }, (_, index) => [index, index]))
  expect([...bounded(map, 10).keys()]).toEqual([6, 7, 8, 9, 10])
  expect(bounded(map, 11)).toBe(map)
})
