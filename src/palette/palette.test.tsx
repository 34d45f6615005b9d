// @vitest-environment happy-dom
import '../model/everything.ts'
import { fork, scopeBind } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { startupIdle } from '../model/app/index.ts'
import { paletteOpened } from '../model/palette/index.ts'
import { $services, type Services } from '../model/services.ts'
import { Palette } from './index.ts'

test('the palette is rendered once, invisible and inert, before it is first opened', async () => {
  const clock = { now: () => 0 } as Services['clock']
  const scope = fork({ values: [[$services, { clock } as Services]] })
  const page = document.body.appendChild(document.createElement('div'))
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  const drawn: HTMLElement[] = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      drawn.push(...[...addedNodes].filter((node) => node instanceof HTMLElement))
  }).observe(page, { childList: true })
  const root = createRoot(page)
  root.render(
    <Provider value={scope}>
      <Palette loadMessages={async () => {}} />
    </Provider>,
  )

  scopeBind(startupIdle, { scope })()
  // The palette's code is loaded first.
  await expect.poll(() => drawn.length, { timeout: 20_000 }).toBe(1)
  expect(drawn[0]?.matches('.palette-rehearsal[inert][aria-hidden="true"]')).toBe(true)
  expect(drawn[0]?.querySelector('[role="combobox"]')).not.toBeNull()
  await expect.poll(() => page.childElementCount).toBe(0)
  expect(document.activeElement).toBe(field)

  scopeBind(paletteOpened, { scope })()
  await expect.poll(() => document.querySelector('[role="dialog"] [role="combobox"]')).not.toBeNull()
  expect(drawn).toHaveLength(1)
  root.unmount()
})
