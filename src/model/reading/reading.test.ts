import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { entry } from '../../local/worker/entry.sample.ts'
import { readerViewChanged } from '../entries/index.ts'
import { navigationRequested } from '../location/index.ts'
import { startReader } from '../testing.ts'
import { $sourceView, $split, $splitShare, sourceViewToggled, splitRequested, splitResized } from './index.ts'

test('the second pane is stored, and the same request closes it', async () => {
  const { scope, storage } = await startReader()
  await allSettled(splitRequested, { scope, params: { beside: 'entry', entryId: '7' } })
  expect(scope.getState($split)).toEqual({ beside: 'entry', entryId: '7' })
  expect(JSON.parse(storage.getItem('follow:split') ?? '')).toEqual({ beside: 'entry', entryId: '7' })
  await allSettled(splitRequested, { scope, params: { beside: 'source' } })
  expect(scope.getState($split)).toEqual({ beside: 'source' })
  await allSettled(splitRequested, { scope, params: { beside: 'source' } })
  expect(scope.getState($split)).toEqual({ beside: 'none' })
  await allSettled(splitRequested, { scope, params: { beside: 'page', url: 'https://example.org/' } })
  expect(JSON.parse(storage.getItem('follow:split') ?? '')).toEqual({
    beside: 'page',
    url: 'https://example.org/',
  })
  await allSettled(splitResized, { scope, params: 35 })
  expect(scope.getState($splitShare)).toBe(35)
  expect(storage.getItem('follow:split-share')).toBe('35')
})

test('the original page is shown until another entry or the full page is', async () => {
  const { scope } = await startReader()
  await allSettled(sourceViewToggled, { scope })
  expect(scope.getState($sourceView)).toBe(true)
  await allSettled(navigationRequested, { scope, params: { entryId: '2' } })
  expect(scope.getState($sourceView)).toBe(false)
  await allSettled(sourceViewToggled, { scope })
  await allSettled(readerViewChanged, { scope, params: true })
  expect(scope.getState($sourceView)).toBe(false)
})

test('an entry whose rule says so opens as its original page, and the next one does not', async () => {
  const { scope, local } = await startReader()
  await local.call('entries.put', [
    entry({ id: '1', settings: { sourceContent: true } }),
    entry({ id: '2' }),
    entry({ id: '3', settings: { sourceContent: true } }),
  ])
  const shown = async (entryId: string) => {
    await allSettled(navigationRequested, { scope, params: { entryId } })
    return scope.getState($sourceView)
  }
  expect([await shown('1'), await shown('2'), await shown('3'), await shown('1')]).toEqual([
    true,
    false,
    true,
    true,
  ])
  await allSettled(sourceViewToggled, { scope })
  expect(scope.getState($sourceView)).toBe(false)
})
