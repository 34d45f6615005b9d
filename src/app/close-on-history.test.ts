// @vitest-environment happy-dom
import '../model/everything.ts'
import { allSettled, fork } from 'effector'
import { expect, test, vi } from 'vitest'
import { $dialogStack, dialogOpened } from '../model/layout/index.ts'
import { $palette, paletteOpened } from '../model/palette/index.ts'
import { closeOnHistoryNavigation, rememberHistoryIndex } from './close-on-history.ts'

test('back closes the palette, then the dialog, and only then leaves the page', async () => {
  const scope = fork()
  window.history.replaceState({ idx: 3 }, '')
  rememberHistoryIndex()
  closeOnHistoryNavigation(scope)
  const steps: number[] = []
  const go = vi.spyOn(window.history, 'go').mockImplementation((by = 0) => void steps.push(by))
  let left = 0
  window.addEventListener('popstate', () => (left += 1))
  const navigate = (idx: number) => window.dispatchEvent(new PopStateEvent('popstate', { state: { idx } }))
  await allSettled(dialogOpened, { scope, params: { id: 'shortcuts' } })
  await allSettled(paletteOpened, { scope, params: {} })

  navigate(2)
  expect(scope.getState($palette).open).toBe(false)
  expect(scope.getState($dialogStack)).toHaveLength(1)
  navigate(3)
  navigate(2)
  expect(scope.getState($dialogStack)).toEqual([])
  navigate(3)
  expect({ steps, left }).toEqual({ steps: [1, 1], left: 0 })
  navigate(2)
  expect({ steps, left }).toEqual({ steps: [1, 1], left: 1 })
  go.mockRestore()
})
