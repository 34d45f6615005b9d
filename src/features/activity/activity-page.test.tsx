// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import type { JobGroup } from '../../contract/jobs.ts'
import { $services } from '../../model/services.ts'
import { adminChanged } from '../../model/session/index.ts'
import { startReader, type Reader } from '../../model/testing.ts'
import { Jobs } from './jobs.tsx'
import { Saves } from './saves.tsx'

// Keys in place of their texts.
beforeAll(() => i18next.init({ lng: 'cimode', defaultNS: 'sources' }))

const at = '2026-01-15T12:00:00.000Z'
const job: JobGroup = {
  queue: 'webhooks',
  plugin: null,
  name: null,
  count: 1,
  running: 0,
  failing: 0,
  nextAt: at,
  lastAt: at,
  milliseconds: 12,
  failure: null,
  words: null,
}

function shown({ scope }: Reader, content: ReactNode) {
  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={scope}>
      <QueryClientProvider client={scope.getState($services).queryClient}>
        <MemoryRouter>{content}</MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  )
  const rows = (list: string) =>
    [...box.querySelectorAll(`ul[aria-label="${list}"] > li`)].map(({ textContent }) => textContent)
  return { box, rows }
}

test('jobs of the server are requested and shown for admins alone', async () => {
  const reader = await startReader()
  const requested: object[] = []
  const list = async (input: { readonly all?: string }) => {
    requested.push(input)
    return {
      code: 0,
      data: input.all ? [{ ...job, queue: 'retention', failure: 'The disk is full' }] : [job],
    }
  }
  Object.assign(reader.scope.getState($services).api, { jobs: { list } })
  const own = shown(reader, <Jobs />)
  await expect.poll(() => own.rows('activity.jobs.own')).toHaveLength(1)
  expect(own.rows('activity.jobs.own')[0]).toMatch(/activity\.jobs\.next · activity\.jobs\.last$/)
  expect(requested).toEqual([{}])

  await allSettled(adminChanged, { scope: reader.scope, params: true })
  await expect.poll(() => own.rows('activity.jobs.server')).toHaveLength(1)
  expect(own.rows('activity.jobs.server')[0]).toMatch(/activity\.jobs\.problem.*activity\.jobs\.lastFailed$/)
  expect(requested).toContainEqual({ all: 'true' })
})

test('what failed to load is named once, with one button for both lists', async () => {
  const reader = await startReader()
  let isFailing = true
  const list = async () => {
    if (isFailing) throw { kind: 'failed', status: 500, message: null }
    return { code: 0, data: [job] }
  }
  Object.assign(reader.scope.getState($services).api, { jobs: { list } })
  await allSettled(adminChanged, { scope: reader.scope, params: true })
  const { box, rows } = shown(reader, <Jobs />)
  const buttons = () => [...box.querySelectorAll('button')]
  const named = () => box.textContent?.split('activity.jobs.failed').length
  await expect.poll(() => box.textContent).toContain('activity.jobs.failed')
  await expect.poll(() => reader.scope.getState($services).queryClient.isFetching()).toBe(0)
  expect(named()).toBe(2)
  expect(buttons()).toHaveLength(1)
  isFailing = false
  buttons()[0]?.click()
  await expect.poll(() => rows('activity.jobs.own')).toHaveLength(1)
  await expect.poll(() => rows('activity.jobs.server')).toHaveLength(1)
  expect(named()).toBe(1)
  expect(buttons()).toHaveLength(1)
})

test('saves are listed with those that rules could not do; what was done or is no save is not', async () => {
  const reader = await startReader()
  const { api } = reader.scope.getState($services)
  const save = { entryId: '7', feedId: '1', title: 'Tea', entryUrl: null, plugin: 'cubox', at: 1, url: null }
  const delivery = {
    entryId: '7',
    url: '',
    attempts: 2,
    status: null,
    message: null,
    createdAt: at,
    updatedAt: at,
  }
  const words = { key: 'busy' }
  const deliveries = [
    { ...delivery, id: 'waits', plugin: 'cubox', action: null, state: 'waiting', words },
    { ...delivery, id: 'failed', plugin: 'cubox', action: null, state: 'failed', words },
    { ...delivery, id: 'done', plugin: 'cubox', action: null, state: 'delivered', words: null },
    { ...delivery, id: 'acts', plugin: 'cubox', action: 'tag', state: 'failed', words },
    { ...delivery, id: 'sends', plugin: null, action: null, state: 'failed', words: null },
  ]
  Object.assign(api.plugins, {
    recentSaves: async () => ({ code: 0, data: [{ ...save, url: 'https://a.example/' }] }),
  })
  Object.assign(api.actions, { deliveries: async () => ({ code: 0, data: deliveries }) })
  const { box, rows } = shown(reader, <Saves />)
  await expect.poll(() => rows('activity.saves.open')).toHaveLength(2)
  expect(rows('activity.saves.open')[0]).toContain('activity.saves.byRule')
  expect(rows('activity.saves.open')[1]).toContain('activity.saves.givenUp')
  expect(rows('activity.saves.saved')).toHaveLength(1)
  const links = [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([expect.stringMatching(/\/7$/), 'https://a.example/'])
})
