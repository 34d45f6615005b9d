// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import type { Input, Output } from '../../contract/calls.ts'
import type { Rule } from '../../contract/actions.ts'
import { $services, type Services } from '../../model/services.ts'
import { LiveMatches } from './live-matches.tsx'

beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app } } }))

const ruleOf = (value: string): Rule => ({
  name: '',
  condition: [[{ field: 'entry_title', operator: 'contains', value }]],
  result: { star: true },
})
const titles = ['Gold is found', 'A golden age', 'Nothing new']

/** A server with three entries; its calls are answered when the test says so. */
function server() {
  const asked: {
    readonly input: Input<'actions.dryRun'>
    readonly signal?: AbortSignal | undefined
    answer: () => void
  }[] = []
  const dryRun = (input: Input<'actions.dryRun'>, options?: { readonly signal?: AbortSignal }) =>
    new Promise<Output<'actions.dryRun'>>((resolve) => {
      const rules = (input.rules ?? []).map(({ name, condition }) => {
        const [group] = condition as { value?: string }[][]
        const word = group?.[0]?.value ?? ''
        const entries = titles.flatMap((title, at) =>
          title.toLowerCase().includes(word)
            ? {
                id: String(at),
                title,
                url: null,
                feedId: 'f',
                feedTitle: 'News',
                publishedAt: '2026-01-01T00:00:00Z',
              }
            : [],
        )
        const entryIds = entries.map(({ id }) => id)
        return {
          name: name ?? '',
          count: entries.length,
          entryIds,
          entries,
          opened: 0,
          starred: 0,
          applied: 0,
          caught: [],
        }
      })
      const data = { examined: titles.length, touched: 0, rules, unknown: [] }
      asked.push({ input, signal: options?.signal, answer: () => resolve({ code: 0, data }) })
    })
  return { asked, services: { api: { actions: { dryRun } } } as unknown as Services }
}

test('the matches of the last week follow the rule as it is written; a request that is overtaken is given up', async () => {
  const { asked, services } = server()
  const scope = fork({ values: [[$services, services]] })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const client = new QueryClient()
  const render = (word: string, isIncomplete = false) =>
    root.render(
      <Provider value={scope}>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <LiveMatches rules={[ruleOf('new'), ruleOf(word)]} position={1} isIncomplete={isIncomplete} />
          </MemoryRouter>
        </QueryClientProvider>
      </Provider>,
    )
  const text = () => container.textContent
  const links = () => [...container.querySelectorAll('a')].map(({ textContent }) => textContent)

  render('', true)
  await expect.poll(text).toContain('Complete the condition')
  render('gold')
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]?.input).toMatchObject({ days: 7 })
  render('golden')
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[0]?.signal?.aborted).toBe(true)
  asked[1]?.answer()
  await expect.poll(text).toContain('Matches 1 of the last week’s 3 entries')
  expect(links()).toEqual(['A golden age'])

  // Half a condition asks nothing, and what was found stays.
  render('', true)
  await expect.poll(text).toContain('Complete the condition')
  expect(links()).toEqual(['A golden age'])
  render('gold')
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.answer()
  await expect.poll(text).toContain('Matches 2 of the last week’s 3 entries')
  expect(links()).toEqual(['Gold is found', 'A golden age'])
  root.unmount()
})
