import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const pages = new Set<unknown>()
let isBlockThere = false
let block = {}
const { plugin, service } = testBookmarkPlugin({
  id: 'logseq',
  name: 'Logseq',
  values: (url) => ({ logseqEndpoint: url }),
  connection: () => [['secrets', 'logseqToken', 'a-token']],
  respond: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/api') return null
    const { method: called, args } = JSON.parse(body) as { method: string; args: readonly unknown[] }
    const [page] = args
    if (called === 'logseq.Editor.createPage') pages.add(page)
    if (called === 'logseq.Editor.getBlock') return json(200, isBlockThere ? { uuid: 'b-1', ...block } : null)
    if (called === 'logseq.Editor.appendBlockInPage') return json(200, { uuid: 'b-1' })
    const isThere = called !== 'logseq.Editor.getPage' || pages.has(page)
    return json(200, isThere ? { uuid: '1' } : null)
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

const called = async (from: number) =>
  service()
    .requests.slice(from)
    .map(({ body }) => {
      const { method, args } = JSON.parse(body) as { method: string; args: readonly unknown[] }
      return [method.replace('logseq.Editor.', ''), ...args]
    })

test('the entry is a block of the page with its link, labels and summary; the page is made where it is missing', async () => {
  await plugin().label('work [old]')
  await plugin().set({ values: { logseqPage: 'Reading' } })
  const from = service().requests.length
  expect(await plugin().save()).toMatchObject({ ok: true })
  const text = '[A title](https://example.org/a) #[[work  old]]\nIn short'
  expect(await called(from)).toEqual([
    ['getBlock', 'b-1', { includeChildren: true }],
    ['getPage', 'Reading'],
    ['createPage', 'Reading', {}, { redirect: false }],
    ['appendBlockInPage', 'Reading', text],
  ])
  const again = service().requests.length
  await plugin().save()
  expect((await called(again)).map(([method]) => method)).toEqual([
    'getBlock',
    'getPage',
    'appendBlockInPage',
  ])
})

test('what the user has highlighted is quoted in a new block', async () => {
  await plugin().highlight('story', 'Good')
  const from = service().requests.length
  await plugin().save()
  expect(String((await called(from)).at(-1)?.[2])).toMatch(/In short\n> story\n\nGood$/)
})

test('what is highlighted later is a block below the one that is there', async () => {
  isBlockThere = true
  block = { content: 'A title\n> story', children: [{ content: 'Good' }] }
  await plugin().set({ values: { sendNewHighlights: true } })
  await plugin().highlight('One')
  const from = service().requests.length
  await plugin().runJobs()
  expect(await called(from)).toEqual([
    ['getBlock', 'b-1', { includeChildren: true }],
    ['insertBlock', 'b-1', '> One', { sibling: false }],
  ])
})
