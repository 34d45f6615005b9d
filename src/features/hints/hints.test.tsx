// @vitest-environment happy-dom
import { allSettled, createWatch } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hintsClosed, hintsRequested, type HintScope } from '../../model/hints/index.ts'
import { $split, splitRequested } from '../../model/reading/index.ts'
import { startReader } from '../../model/testing.ts'
import { hintTargets } from './hint-targets.ts'
import Hints from './hints.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => i18next.init({ lng: 'en', resources: {} }))
let root: Root
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})
// The test's document has no layout.
vi.mock(import('./hint-targets.ts'), () => ({ hintTargets: vi.fn<typeof hintTargets>() }))

async function labelled(hints: HintScope = 'entry') {
  const reader = await startReader()
  const { scope } = reader
  const link = document.body.appendChild(document.createElement('a'))
  link.href = 'https://example.org/page'
  const button = document.body.appendChild(document.createElement('button'))
  const clicked: string[] = []
  for (const element of [link, button])
    element.addEventListener('click', (event) => {
      event.preventDefault()
      clicked.push(element.tagName)
    })
  vi.mocked(hintTargets).mockReturnValue(
    [link, button].map((element, at) => ({ element, left: at, top: at })),
  )
  const closed = vi.fn<() => void>()
  createWatch({ unit: hintsClosed, scope, fn: closed })
  await allSettled(hintsRequested, { scope, params: { scope: hints } })
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <Hints scope={hints} />
      </Provider>,
    ),
  )
  const labels = [...document.querySelectorAll('.hint')].map(({ textContent }) => textContent)
  const press = (key: string, shiftKey = false) =>
    act(async () => {
      const event = { key, code: `Key${key.toUpperCase()}`, shiftKey, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', event))
    })
  const type = async (label: string | undefined, shiftKey = false) => {
    for (const letter of label ?? '') await press(shiftKey ? letter.toUpperCase() : letter, shiftKey)
  }
  return { reader, labels, clicked, closed, press, type }
}

test('typing a label presses its target', async () => {
  const { labels, clicked, closed, type } = await labelled()
  await type(labels[1])
  expect(clicked).toEqual(['BUTTON'])
  expect(closed).toHaveBeenCalled()
})

test('with Shift the address of a link opens in a new tab, and this page stays', async () => {
  const { reader, labels, clicked, type } = await labelled()
  await type(labels[0], true)
  expect(clicked).toEqual([])
  expect(reader.browserActions).toEqual(['open https://example.org/page'])
})

test('the page of a link is shown beside the entry, and replaces the one before', async () => {
  const { reader, labels, clicked, type } = await labelled('beside')
  await type(labels[0])
  expect(clicked).toEqual([])
  const shown = { beside: 'page', url: 'https://example.org/page' }
  expect(reader.scope.getState($split)).toEqual(shown)
  await allSettled(splitRequested, {
    scope: reader.scope,
    params: { beside: 'page', url: 'https://example.org/2' },
  })
  expect(reader.scope.getState($split)).toMatchObject({ url: 'https://example.org/2' })
})

test('Backspace takes a letter back, a letter of no label ends the choice', async () => {
  const { labels, clicked, closed, press, type } = await labelled()
  await press(labels[0]?.[0] ?? '')
  await press('Backspace')
  await type(labels[1])
  expect(clicked).toEqual(['BUTTON'])
  closed.mockClear()
  await press('z')
  expect(clicked).toEqual(['BUTTON'])
})
