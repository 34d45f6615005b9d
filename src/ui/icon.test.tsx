// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Icon } from './icon.tsx'
import { HelpIcon, StarIcon, WarningIcon } from './icons.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('an icon is hidden from assistive technology, unless it has a label', () => {
  expect(renderToStaticMarkup(<StarIcon />)).toContain('aria-hidden="true"')
  const labelled = renderToStaticMarkup(<WarningIcon aria-label="Failing" className="row-state" />)
  expect(labelled).toContain('aria-label="Failing"')
  expect(labelled).not.toContain('aria-hidden')
  expect(labelled).toMatch(/class="[^"]*lucide[^"]* row-state"/)
})

test('an icon of the first list is there at once, another takes its place when it has loaded', async () => {
  const page = document.createElement('div')
  const root = createRoot(page)
  for (const name of ['add', 'filter', 'mark-all-read', 'refresh', 'search']) {
    await act(async () => root.render(<Icon name={name} />))
    expect(page.querySelector('svg')?.childElementCount).toBeGreaterThan(0)
  }

  await act(async () => root.render(<Icon name="star" />))
  await act(async () => void (await import('./named-icons.ts')))
  expect(page.querySelector('svg')?.outerHTML).toBe(renderToStaticMarkup(<StarIcon aria-hidden />))

  await act(async () => root.render(<Icon name="no-such-icon" />))
  expect(page.innerHTML).toBe(renderToStaticMarkup(<HelpIcon aria-hidden />))
  await act(async () => root.unmount())
})
