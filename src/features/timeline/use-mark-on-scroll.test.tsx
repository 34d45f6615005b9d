// @vitest-environment happy-dom
import '../../model/everything.ts'
import { createWatch, fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { packIds, rowsPassed } from '../../model/timeline/index.ts'
import { layOut, viewportOf } from '../../ui/long-list/index.ts'
import { useMarkOnScroll } from './use-mark-on-scroll.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const ids = packIds(Array.from({ length: 100 }, (_, at) => String(1000 + at)))
const geometry = layOut([{ from: 0, to: 100 }], { rowHeight: 80, headerHeight: 0, columns: 1 })

afterEach(() => vi.useRealTimers())

/** @returns what was passed, and how the list is told of its size and its scrolls */
async function listNotMeasured() {
  vi.useFakeTimers()
  const scroller = document.createElement('div')
  const viewport = viewportOf({ current: scroller })
  const scope = fork()
  const passed: string[] = []
  createWatch({ unit: rowsPassed, scope, fn: (some) => void passed.push(...some) })
  function List() {
    useMarkOnScroll(ids, geometry, viewport)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const page = (
    <Provider value={scope}>
      <List />
    </Provider>
  )
  await act(async () => root.render(page))
  const tell = (top: number, scroll?: Event) => {
    viewport.seen = { top, height: 600, width: 300 }
    for (const received of viewport.listeners) received(scroll)
  }
  return {
    passed,
    sized: (top: number) => tell(top),
    /** Scrolls there and stays. */
    scrolled: (top: number) => {
      tell(top, new Event('scroll'))
      vi.runAllTimers()
    },
    /** Scrolls on and on: to each place after so many ms. */
    scrolling: (ms: number, tops: readonly number[]) => {
      for (const top of tops) {
        tell(top, new Event('scroll'))
        vi.advanceTimersByTime(ms)
      }
    },
    rest: () => void vi.runAllTimers(),
    wheel: () => void scroller.dispatchEvent(new Event('wheel')),
    key: () => void window.dispatchEvent(new Event('keydown')),
  }
}

test('what lies above the place at which a list begins was not passed', async () => {
  const { passed, sized, scrolled } = await listNotMeasured()
  sized(4000)
  scrolled(4000)
  expect(passed).toEqual([])
})

test('what is scrolled past from there was', async () => {
  const { passed, sized, scrolled, wheel } = await listNotMeasured()
  sized(4000)
  wheel()
  scrolled(4160)
  expect(passed).toEqual(['1050', '1051'])
})

test('keys mark nothing by passing it, whatever the hand did before', async () => {
  const { passed, sized, scrolled, wheel, key } = await listNotMeasured()
  sized(0)
  key()
  scrolled(6000)
  scrolled(0)
  wheel()
  scrolled(80)
  expect(passed).toEqual(['1000'])
  key()
  scrolled(6000)
  expect(passed).toEqual(['1000'])
})

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, row) => String(1000 + row))

test('rows that are scrolled past slowly are passed while it goes on', async () => {
  const { passed, sized, wheel, scrolling } = await listNotMeasured()
  sized(0)
  wheel()
  scrolling(
    100,
    Array.from({ length: 40 }, (_, step) => (step + 1) * 20),
  )
  expect(passed.length).toBeGreaterThan(3)
  expect(passed).toEqual(upTo(passed.length - 1))
})

test('rows that are thrown past are not, nor those that flash by at its end', async () => {
  const { passed, sized, wheel, scrolling, rest, scrolled } = await listNotMeasured()
  sized(0)
  wheel()
  // 900 px in the first second, then less and less.
  scrolling(100, [100, 200, 300, 400, 500, 600, 700, 800, 850, 900, 930, 950, 960, 965])
  rest()
  expect(passed).toEqual([])
  // What was thrown to is on the screen and may be read.
  wheel()
  scrolled(1130)
  expect(passed).toEqual(['1012', '1013'])
})

test('one turn of the wheel by more than half a screen passes nothing', async () => {
  const { passed, sized, wheel, scrolled } = await listNotMeasured()
  sized(0)
  wheel()
  scrolled(620)
  expect(passed).toEqual([])
})
