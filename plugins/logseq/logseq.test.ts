import { expect, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { json } from '../../tests/support/service.ts'

const pages = new Set<unknown>()
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
  const block = '[A title](https://example.org/a) #[[work  old]]\nIn short'
  expect(await called(from)).toEqual([
    ['getPage', 'Reading'],
    ['createPage', 'Reading', {}, { redirect: false }],
    ['appendBlockInPage', 'Reading', block],
  ])
  const again = service().requests.length
  await plugin().save()
  expect((await called(again)).map(([method]) => method)).toEqual(['getPage', 'appendBlockInPage'])
})

test('what the user has highlighted is quoted in the block', async () => {
  await plugin().highlight('story', 'Good')
  const from = service().requests.length
  await plugin().save()
  expect(String((await called(from)).at(-1)?.[2])).toMatch(/In short\n> story\n\nGood$/)
})
