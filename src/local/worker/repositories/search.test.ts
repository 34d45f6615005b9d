import { expect, test } from 'vitest'
import type { Local } from '../../calls.ts'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'

const results = async (local: Local, text: string): Promise<string[]> =>
  (await local.call('entries.search', { text, limit: 10 })).map((hit) => hit.id)

const stored = async (...entries: Parameters<typeof entry>[0][]): Promise<Local> => {
  const local = memoryLocal()
  await local.call('entries.put', entries.map(entry))
  return local
}

test('a search finds Chinese, Japanese and accented words by any part of a run', async () => {
  const local = await stored(
    { id: 'zh', title: '人工智能的新进展', publishedAt: 3 },
    { id: 'ja', title: '日本語のデータベース', publishedAt: 2 },
    {
      id: 'fr',
      title: 'Un été à Orléans',
      description: '<b>Promenade</b> du soir',
      author: 'Zoé',
      publishedAt: 1,
    },
  )
  expect(await results(local, '智能')).toEqual(['zh'])
  expect(await results(local, '新进展')).toEqual(['zh'])
  expect(await results(local, '展')).toEqual(['zh'])
  expect(await results(local, '能人')).toEqual([])
  expect(await results(local, 'データ')).toEqual(['ja'])
  expect(await results(local, 'ベース')).toEqual(['ja'])
  expect(await results(local, 'orlea')).toEqual(['fr'])
  expect(await results(local, 'ETE prom')).toEqual(['fr'])
  expect(await results(local, 'zoe')).toEqual(['fr'])
  expect(await results(local, 'lead class')).toEqual([])
  expect(await results(local, '"* NOT (')).toEqual([])
})

test('the newest hits come first, also among many of one moment', async () => {
  const local = memoryLocal()
  const ids = Array.from({ length: 1500 }, (_, index) => `e${index}`)
  await local.call(
    'entries.put',
    ids.map((id, index) =>
      entry({ id, title: 'same words', publishedAt: index < 1400 ? 500 : 1000 + index }),
    ),
  )
  for (let round = 0; round < 10; round++) await local.call('entries.search', { text: 'x', limit: 1 })
  expect(await results(local, 'same wor')).toEqual(ids.slice(-10).toReversed())
  const all = await local.call('entries.search', { text: 'same', limit: 5000 })
  expect(new Set(all.map((hit) => hit.id)).size).toBe(1500)
})

test('an entry whose title changed is found by the new one only, a removed one not at all', async () => {
  const local = await stored({ id: 'e1', title: 'early' }, { id: 'e2', title: 'steady' })
  expect(await results(local, 'early')).toEqual(['e1'])
  await local.call('entries.put', [
    entry({ id: 'e1', title: 'late' }),
    entry({ id: 'e2', title: 'steady', read: true }),
  ])
  expect(await results(local, 'early')).toEqual([])
  expect(await results(local, 'late')).toEqual(['e1'])
  expect(await results(local, 'steady')).toEqual(['e2'])
  await local.call('entries.remove', ['e1'])
  expect(await results(local, 'late')).toEqual([])
})

test('an entry without a title is named by its text, else by its address', async () => {
  const local = await stored(
    { id: 'text', title: null, description: '<p>tea &amp; toast</p>', publishedAt: 2 },
    {
      id: 'address',
      title: null,
      description: null,
      author: 'tea',
      url: 'https://tea.test/1',
      publishedAt: 1,
    },
  )
  expect((await local.call('entries.search', { text: 'tea', limit: 5 })).map(({ title }) => title)).toEqual([
    'tea & toast',
    'https://tea.test/1',
  ])
})
