// @vitest-environment happy-dom
import '../../model/everything.ts'
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { EntryHead } from '../../model/rows.ts'
import { packIds } from '../../model/timeline/index.ts'
import type { Viewport, Window } from '../../ui/long-list/index.ts'
import { useMeasuredRows } from './use-measured-rows.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(() => void vi.unstubAllGlobals())

const ids = packIds(['2', '1'])
const rendered: Window = { from: 0, to: 2, firstSpan: 0, lastSpan: 0 }
const heights = { px: new Float32Array(2), settle: () => {} }

test('a row is measured from when its entry has come', async () => {
  const observed = new Set<Element>()
  class Observer {
    observe = (one: Element) => void observed.add(one)
    disconnect = () => observed.clear()
  }
  vi.stubGlobal('ResizeObserver', Observer)
  const viewport = { goal: null } as unknown as Viewport
  function List({ summaries }: { readonly summaries: ReadonlyMap<string, EntryHead> }) {
    const box = useRef<HTMLDivElement>(null)
    useMeasuredRows(box, ids, rendered, summaries, heights, viewport)
    return (
      <div ref={box}>
        {['2', '1'].map((id) => (
          <div
            key={id}
            className="entry-row"
            data-entry-id={id}
            data-measured={summaries.has(id) || undefined}
          />
        ))}
      </div>
    )
  }
  const root = createRoot(document.createElement('div'))
  const draw = (...loaded: readonly string[]) =>
    act(async () => root.render(<List summaries={new Map(loaded.map((id) => [id, { id } as EntryHead]))} />))
  const measured = () => [...observed].map((one) => one.getAttribute('data-entry-id'))
  await draw()
  expect(measured()).toEqual([])
  await draw('2', '1')
  expect(measured()).toEqual(['2', '1'])
})
