// @vitest-environment happy-dom
import { allSettled, createWatch, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { importOpmlFx, parseOpmlFx, type OpmlContent } from '../../model/discover/index.ts'
import { FormatProblem, type ImportFormat } from '../feature.ts'
import { featuresRegistered } from '../registry.ts'
import { ImportFeeds } from './import-feeds.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Keys in place of their texts.
beforeAll(() => i18next.init({ lng: 'cimode', defaultNS: 'app' }))

const lines = ['a', 'b'].map((name) => ({
  url: `https://${name}.example/feed`,
  title: name,
  category: null,
}))
const text = (words: string) => new TextEncoder().encode(words)
const format: ImportFormat = {
  id: 'plugin/addresses',
  hintKey: 'plugin:hint',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  maxBytes: 500_000,
  matches: () => false,
  read: async (file) => {
    if (file.length === 0) throw new FormatProblem('The file is empty.')
    return { opml: text('<opml/>'), entries: [], unread: [] }
  },
}

/** The screen with a format, and what it sends. */
async function opened(formats: readonly ImportFormat[], content: Partial<OpmlContent> = {}) {
  const sent: unknown[] = []
  const scope = fork({
    handlers: [
      [parseOpmlFx, async () => ({ subscriptions: lines, remaining: 10, ...content })],
      [importOpmlFx, async () => ({ successfulItems: [], conflictItems: [], parsedErrorItems: [] })],
    ],
  })
  await allSettled(featuresRegistered, { scope, params: [{ id: 'plugin', importFormats: formats }] })
  createWatch({ unit: parseOpmlFx, scope, fn: (file) => void sent.push(new TextDecoder().decode(file)) })
  const imported: object[] = []
  createWatch({
    unit: importOpmlFx,
    scope,
    fn: ({ items, file: _, ...options }) => {
      sent.push(items)
      imported.push(options)
    },
  })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <ImportFeeds />
      </Provider>,
    ),
  )
  const picker = box.querySelector<HTMLInputElement>('input[type="file"]')
  const choose = async (name: string, written: string) => {
    Object.defineProperty(picker, 'files', { value: [new File([written], name)], configurable: true })
    await act(async () => void picker?.dispatchEvent(new Event('change', { bubbles: true })))
  }
  return { box, picker, choose, sent, imported, close: () => act(async () => root.unmount()) }
}

test('a format reads the file; the filter has the focus, and Enter in it imports what is chosen', async () => {
  const { box, picker, choose, sent, close } = await opened([format])
  expect(picker?.accept).toBe('.txt,text/plain')
  await choose('feeds.TXT', 'https://a.example/feed')
  await expect.poll(() => box.querySelector('input[type="search"]')).toBeTruthy()
  expect(sent).toEqual(['<opml/>'])
  expect(document.activeElement).toBe(box.querySelector('input[type="search"]'))

  // Browsers send the form of a field at Enter by its submit button.
  const filter = box.querySelector<HTMLInputElement>('input[type="search"]')
  const button = filter?.form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  expect(button?.dataset.variant).toBe('primary')
  await act(async () => button?.click())
  expect(sent.at(-1)).toEqual(lines.map(({ url }) => url))
  await close()
})

test('rules and proxies of a file wait for a tick', async () => {
  const settings = { rules: 1, routes: 2, labels: 1, folders: 0, retention: 0 }
  const { box, choose, imported, close } = await opened([format], { settings })
  await choose('feeds.txt', 'x')
  const boxes = () =>
    [...box.querySelectorAll<HTMLInputElement>('label:has(input[type="checkbox"])')].map((label) => ({
      text: label.textContent,
      input: label.querySelector('input'),
    }))
  const boxOf = (key: string) => boxes().find(({ text: words }) => words.includes(key))?.input
  await expect.poll(() => boxOf('addRules')).toBeTruthy()
  expect(['found', 'addRules', 'useRoutes'].map((key) => boxOf(key)?.checked)).toEqual([true, false, false])
  await act(async () => boxOf('addRules')?.click())
  await act(async () => box.querySelector<HTMLButtonElement>('button[type="submit"]')?.click())
  expect(imported).toEqual([{ settings: true, rules: true, routes: false }])
  await close()
})

test('a file that no format reads, and one that its format refuses, is not sent', async () => {
  const { box, choose, sent, close } = await opened([format])
  const alert = () => box.querySelector('[role="alert"]')?.textContent
  await choose('feeds.json', '{}')
  expect(alert()).toBe('import.error.name')
  await choose('feeds.txt', '')
  await expect.poll(alert).toBe('The file is empty.')
  expect(sent).toEqual([])
  await close()
})

test('without a format there is no field for a file', async () => {
  const { box, picker, close } = await opened([])
  expect(picker).toBeNull()
  expect(box.textContent).toContain('import.noFormat')
  await close()
})
