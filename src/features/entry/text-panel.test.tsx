// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { settingsCommands } from '../../../commands/settings.ts'
import { registry } from '../../model/app/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { startReader } from '../../model/testing.ts'
import { TextPanel } from './text-panel.tsx'

test('each control changes its setting at once, the first has the focus, and Escape closes', async () => {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: settingsCommands })
  const box = document.createElement('div')
  document.body.append(box)
  let closed = 0
  await act(async () =>
    createRoot(box).render(
      <Provider value={scope}>
        <TextPanel onClose={() => (closed += 1)} />
      </Provider>,
    ),
  )
  const sliders = [...box.querySelectorAll<HTMLInputElement>('input[type=range]')]
  expect(document.activeElement).toBe(sliders[0])
  const values = [20, 1.5, 55]
  for (const [at, slider] of sliders.entries())
    await act(async () => {
      // React listens to the property, so it is set as the browser does.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        slider,
        String(values[at]),
      )
      slider.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const serif = [...box.querySelectorAll('label')].find((label) =>
    label.textContent?.includes('Source Serif 4'),
  )
  await act(async () => serif?.querySelector('input')?.click())
  expect(scope.getState($appearance)).toMatchObject({
    contentFontSize: 20,
    contentLineHeight: 1.5,
    contentMeasure: 55,
    readerFontFamily: 'Source Serif 4',
  })
  box.querySelector('section')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(closed).toBe(1)
})
