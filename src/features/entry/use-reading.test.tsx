// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { readingRequested } from '../../model/reading/index.ts'
import { startReader } from '../../model/testing.ts'
import { useReading } from './use-reading.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Pane({ id }: { readonly id: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const panel = useReading(scroller, id, id)
  return <div ref={scroller}>{panel ? 'open' : 'closed'}</div>
}

test('the list of contents closes with its entry, and the search stays open', async () => {
  const { scope } = await startReader()
  const host = document.createElement('div')
  const root = createRoot(host)
  const show = (id: string) =>
    act(async () =>
      root.render(
        <Provider value={scope}>
          <Pane id={id} />
        </Provider>,
      ),
    )
  const request = (panel: 'contents' | 'find') =>
    act(() => allSettled(readingRequested, { scope, params: panel }))

  await show('1')
  await request('contents')
  expect(host.textContent).toBe('open')
  await show('2')
  expect(host.textContent).toBe('closed')
  await show('1')
  expect(host.textContent).toBe('closed')

  await request('contents')
  await request('find')
  expect(host.textContent).toBe('open')
  await show('2')
  expect(host.textContent).toBe('open')
  await request('find')
  expect(host.textContent).toBe('closed')
  await act(async () => root.unmount())
})
