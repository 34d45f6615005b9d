// @vitest-environment happy-dom
import '../../model/everything.ts'
import { fork } from 'effector'
import i18next from 'i18next'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { EntryHead } from '../../model/rows.ts'
import { Content } from './content.tsx'

/** The sanitiser needs a browser; what is asked here is when its result is put in. */
vi.mock('./clean-content.ts', () => ({
  useCleaner: () => true,
  isPrepared: () => true,
  cleanContent: (html: string) => document.createRange().createContextualFragment(html),
}))
/** The grammars are large: what is asked here is whether the shown code was given to them. */
vi.mock('./colour-code.ts', () => ({
  colourCode: async (content: HTMLElement) => {
    for (const block of content.querySelectorAll('pre')) block.dataset['coloured'] = 'javascript'
  },
}))

const summary = {
  id: 'e1',
  url: 'https://a.example/post',
  media: [{ type: 'photo', url: 'https://a.example/p.png', width: 4, height: 3 }],
  read: false,
} as unknown as EntryHead

test('what is selected stays while further messages load', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(() =>
    root.render(
      <Provider value={fork()}>
        <Content html="<p>A text.</p>" summary={summary} translation={null} />
      </Provider>,
    ),
  )
  const text = box.querySelector('p')
  await act(() => i18next.emit('loaded', {}))
  expect(box.querySelector('p')).toBe(text)
  await act(() => root.unmount())
})

test('an entry that is marked read keeps what is shown of it, with its colours', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.body)
  const show = (of: EntryHead, html: string) =>
    act(() =>
      root.render(
        <Provider value={fork()}>
          <Content html={html} summary={of} translation={null} />
        </Provider>,
      ),
    )
  const block = () => document.querySelector('pre')
  const html = '<pre><code class="language-js">let a = 1</code></pre>'
  await show(summary, html)
  await expect.poll(() => block()?.dataset['coloured']).toBe('javascript')
  const before = block()
  await show({ ...summary, read: true, media: structuredClone(summary.media) } as EntryHead, html)
  expect(block()).toBe(before)
  // Where other content is put in, it is coloured too.
  await show({ ...summary, url: 'https://a.example/moved' } as EntryHead, html)
  expect(block()).not.toBe(before)
  await expect.poll(() => block()?.dataset['coloured']).toBe('javascript')
  await act(() => root.unmount())
})
