// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import app from '../../../locales/en/app.json'
import common from '../../../locales/en/common.json'
import errors from '../../../locales/en/errors.json'
import sources from '../../../locales/en/sources.json'
import type { Configs } from '../../contract/status.ts'
import { currencyNamed } from '../../model/plugins/currency.ts'
import { createQueryClient } from '../../model/query-client.ts'
import { configsReceived } from '../../model/session/state.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import EditListDialog from './edit-dialog.tsx'
import FollowListDialog from './follow-dialog.tsx'
import { ListsPage } from './lists-page.tsx'

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['sources', 'app', 'common', 'errors'],
    resources: { en: { sources, app, common, errors } },
  }),
)

/** @param configs what the server tells of itself @param currency of the plugins in this reader */
async function shown(part: ReactNode, configs: Partial<Configs>, currency = 'POWER') {
  const server = createFakeServer()
  server.sources.offerList('42', { title: 'Science', fee: 50 })
  const { followers: _, ...list } = server.sources.lists.get('42') ?? { followers: null }
  const details = { list, entries: [], subscriptionCount: 3, readCount: 0, feedCount: 7 }
  const lists = {
    ...server.api.lists,
    get: async () => ({ code: 0, data: details }),
    list: async () => ({ code: 0, data: [{ ...list, subscriptionCount: 3 }] }),
  }
  const { scope } = await startReader({ server, services: { api: { ...server.api, lists } as never } })
  await allSettled(currencyNamed, { scope, params: currency })
  await allSettled(configsReceived, { scope, params: configs as Configs })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  root.render(
    <Provider value={scope}>
      <QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>
    </Provider>,
  )
  return () => document.body.textContent
}

const parts = {
  'following a list': {
    part: <FollowListDialog listId="42" onClose={() => {}} />,
    there: 'Folder',
    price: 'costs 50 POWER',
  },
  'a new list': { part: <EditListDialog onClose={() => {}} />, there: 'Description', price: 'Fee' },
  "one's own lists": { part: <ListsPage />, there: 'Science', price: 'Earned' },
} as const

test.each(Object.entries(parts))('%s has prices where there are payments', async (_, { part, price }) => {
  await expect.poll(await shown(part, { PAYMENTS: true })).toContain(price)
})

test.each(Object.entries(parts))(
  '%s has no prices where the server or the reader has no payments',
  async (_, { part, there, price }) => {
    const ofServer = await shown(part, { PAYMENTS: false })
    await expect.poll(ofServer).toContain(there)
    expect(ofServer()).not.toContain(price)
    const ofReader = await shown(part, {}, '')
    await expect.poll(ofReader).toContain(there)
    expect(ofReader()).not.toContain(price)
  },
)
