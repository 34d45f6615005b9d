// @vitest-environment happy-dom
import { createWatch, fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { importOpmlFx, parseOpmlFx } from '../../model/discover/index.ts'
import { ImportFeeds } from './import-feeds.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const lines = ['a', 'b'].map((name) => ({
  url: `https://${name}.example/feed`,
  title: name,
  category: null,
}))

test('the filter has the focus, and Enter in it imports what is chosen', async () => {
  const imported: unknown[] = []
  const scope = fork({
    handlers: [
      [parseOpmlFx, async () => ({ subscriptions: lines, remaining: 10 })],
      [importOpmlFx, async () => {}],
    ],
  })
  createWatch({ unit: importOpmlFx, scope, fn: ({ items }) => void imported.push(items) })
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
  Object.defineProperty(picker, 'files', { value: [new File(['<opml/>'], 'feeds.opml')] })
  await act(async () => void picker?.dispatchEvent(new Event('change', { bubbles: true })))
  await expect.poll(() => box.querySelector('input[type="search"]')).toBeTruthy()

  expect(document.activeElement).toBe(box.querySelector('input[type="search"]'))

  // Browsers send the form of a field at Enter by its submit button.
  const filter = box.querySelector<HTMLInputElement>('input[type="search"]')
  const button = filter?.form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  expect(button?.dataset.variant).toBe('primary')
  await act(async () => button?.click())
  expect(imported).toEqual([lines.map(({ url }) => url)])
  await act(async () => root.unmount())
})
