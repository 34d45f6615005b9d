// @vitest-environment happy-dom
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { firstMomentsOver } from '../model/index.ts'
import { Columns } from './columns.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('the columns of the first list become ones to drag, and what stands in them is not drawn anew', async () => {
  const scope = fork()
  const page = document.body.appendChild(document.createElement('div'))
  const columns = [
    { id: 'list', content: <ul data-scroll />, width: 300, least: 260, most: 720, lineLabel: 'Width' },
    { id: 'text', content: <p>Text</p>, least: 280 },
  ]
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <Columns columns={columns} onResized={() => {}} />
      </Provider>,
    ),
  )
  const list = page.querySelector('ul')
  expect(list?.closest<HTMLElement>('.fixed-column')?.style.width).toBe('300px')
  expect(page.querySelector('[role="separator"]')).toBeNull()

  await act(async () => void (await allSettled(firstMomentsOver, { scope })))
  await act(async () => void (await import('./resizable-columns.tsx')))
  expect(page.querySelector('[role="separator"]')?.getAttribute('aria-label')).toBe('Width')
  expect(page.querySelector('.fixed-column')).toBeNull()
  expect(page.querySelector('ul')).toBe(list)
  expect(list?.closest('[data-panel]')?.id).toBe('list')
  await act(async () => root.unmount())
})
