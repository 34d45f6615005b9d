// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fork, type EventCallable } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Digest } from './contract.ts'
import { createEditDialog } from './edit-dialog.tsx'
import en from './locales/en.json' with { type: 'json' }
import { createModel } from './model.ts'
import { createPodcastDialog } from './podcast-dialog.tsx'
import { createPreviewDialog } from './preview-dialog.tsx'
import { createSettingsPart } from './settings-part.tsx'
import { morning } from './testing/morning.ts'

const digest: Digest = {
  id: '1',
  ...morning,
  hasPodcast: true,
  nextAt: Date.UTC(2026, 10, 3, 7),
  lastAt: Date.UTC(2026, 10, 2, 7),
  lastCount: 3,
  problem: { key: 'tooMany', values: { limit: 20 } },
}
const outputs: Readonly<Record<string, unknown>> = {
  list: { digests: [digest] },
  put: digest,
  preview: {
    entries: [{ id: '7', title: 'A story', feed: 'News', publishedAt: '2026-11-02T07:00:00.000Z' }],
    more: 2,
    isLast: false,
  },
  makePodcast: { path: '/api/plugins/digests/public/1/token' },
}
let sent: [string, unknown][] = []
let root: Root | null = null

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { digests: en } } }))
afterEach(() => {
  root?.unmount()
  root = null
  sent = []
  document.body.innerHTML = ''
})

const model = () =>
  createModel({
    call: (({ name }: { name: string }) =>
      async (input: unknown) => {
        sent.push([name, input])
        return outputs[name] ?? {}
      }) as never,
    notified: createEvent<never>() as never,
    failed: createEvent<unknown>(),
    downloadRequested: createEvent<never>() as never,
  })
function show(content: ReactNode) {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Provider value={fork()}>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </Provider>,
  )
}
const text = () => document.body.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
  )
const type = (field: HTMLInputElement, value: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('the pane shows each digest, when it is sent, and why it was not', async () => {
  const openPreview = createEvent<{ id: string }>()
  const opened: string[] = []
  openPreview.watch(({ id }) => opened.push(id))
  const none = createEvent<{ id: string }>()
  const Part = createSettingsPart(model(), {
    openEdit: none as unknown as EventCallable<{ id?: string | undefined }>,
    openPreview,
    openDelete: none,
    openPodcast: none,
  })
  show(<Part />)
  await expect.poll(text).toContain('Morning')
  expect(text()).toContain('feed:News')
  expect(text()).toContain('Every day · next on Tuesday, November 3, 2026 at 7:00 AM')
  expect(text()).toContain('3 entries were sent')
  expect(text()).toContain('You can have 20 digests.')
  button('Preview')?.click()
  await expect.poll(() => opened).toEqual(['1'])
})

test('a digest is made of what is entered, once its name and its query are right', async () => {
  const Edit = createEditDialog(model())
  let isClosed = false
  show(<Edit id={undefined} onClose={() => (isClosed = true)} />)
  await expect.poll(() => document.querySelectorAll('.digests-form input').length).toBeGreaterThan(2)
  const [name, query] = document.querySelectorAll<HTMLInputElement>('.digests-form input')
  if (!name || !query) throw new Error('The form has no fields')
  button('Make')?.click()
  await expect.poll(text).toContain('A digest needs a name.')
  type(name, 'Evening')
  type(query, 'feed:"News')
  await expect.poll(() => query.getAttribute('aria-invalid')).toBe('true')
  button('Make')?.click()
  expect(sent.filter(([call]) => call === 'put')).toEqual([])
  type(query, 'feed:News')
  await expect.poll(() => query.getAttribute('aria-invalid')).toBeNull()
  button('Make')?.click()
  await expect.poll(() => isClosed).toBe(true)
  expect(sent.find(([call]) => call === 'put')?.[1]).toMatchObject({
    name: 'Evening',
    query: 'feed:News',
    frequency: 'daily',
    hour: 7,
    entries: 20,
    byMail: true,
  })
})

test('the preview lists the entries', async () => {
  const Preview = createPreviewDialog(model())
  show(<Preview id="1" onClose={() => {}} />)
  await expect.poll(text).toContain('A story')
  expect(text()).toContain('The next digest has 1 entry. 2 more are new, and have no room.')
  expect(text()).toContain('News · Nov 2, 2026')
  button('Download EPUB')?.click()
  await expect.poll(() => sent.map(([call]) => call)).toContain('epub')
})

test('the address of a podcast feed is shown when it is made', async () => {
  const Podcast = createPodcastDialog(model(), createEvent<string>())
  show(<Podcast id="1" onClose={() => {}} />)
  await expect.poll(text).toContain('A new one replaces it.')
  button('Make a new address')?.click()
  await expect
    .poll(() => document.querySelector<HTMLInputElement>('input[readonly]')?.value)
    .toMatch(/\/api\/plugins\/digests\/public\/1\/token$/)
})
