// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import common from '../../../../locales/en/common.json'
import { $pageParent } from '../../../model/layout/index.ts'
import { Page } from './page.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const window = vi.hoisted(() => ({ isWide: true }))
vi.mock(import('./use-has-detail.ts'), () => ({ useHasDetail: () => window.isWide }))

let box: HTMLElement
let root: Root
const scope = fork()
const reached: string[] = []
const note = ({ key }: KeyboardEvent) => void reached.push(key)

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { common } } }))
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  reached.length = 0
  globalThis.addEventListener('keydown', note)
})
afterEach(async () => {
  globalThis.removeEventListener('keydown', note)
  await act(async () => root.unmount())
  box.remove()
})

const draw = (isWide: boolean, back?: string) => {
  window.isWide = isWide
  return act(async () =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter>
          <Page
            title="Highlights"
            detail={{ label: 'Entry', content: <p>Text</p> }}
            {...(back && { back: { to: back, label: 'Up' } })}
          >
            <button>First</button>
            <button>Second</button>
          </Page>
        </MemoryRouter>
      </Provider>,
    ),
  )
}
const press = (key: string) =>
  act(
    async () =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      ),
  )
const second = () => box.querySelectorAll('button')[1] as HTMLElement

test.each(['Escape', 'h', 'Backspace', 'ArrowLeft'])(
  'l leads from a row to the detail, and %s back to that row; then Escape is the page’s',
  async (back) => {
    await draw(true)
    second().focus()
    await press('l')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Entry')
    await press(back)
    expect(document.activeElement).toBe(second())
    // Neither key was a command's.
    expect(reached).toEqual([])
    await press('Escape')
    expect(reached).toEqual(['Escape'])
  },
)

test('a small window has the list alone, and its rows stay while the window changes', async () => {
  await draw(true)
  const row = second()
  await draw(false)
  expect(second()).toBe(row)
  expect(box.querySelector('[aria-label="Entry"]')).toBeNull()
  row.focus()
  await press('l')
  expect(reached).toEqual(['l'])
})

test('a page says where Escape leads, while it is open', async () => {
  await draw(true, '/action')
  expect(scope.getState($pageParent)).toBe('/action')
  expect(box.querySelector('.page-back')?.getAttribute('href')).toBe('/action')
  await draw(true)
  expect(scope.getState($pageParent)).toBeNull()
  expect(box.querySelector('.page-back')?.getAttribute('href')).toMatch(/^\/timeline/)
})
