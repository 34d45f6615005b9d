// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { FindBar } from './find-bar.tsx'

test('letters typed between the first render and the focus are in the field', () => {
  const scroller = document.createElement('div')
  scroller.innerHTML = '<article>words</article>'
  document.body.append(scroller)
  const box = document.createElement('div')
  document.body.append(box)
  // React reads it when it renders the bar, and again when it shows it.
  const reads = ['wo', 'wor', 'word']
  const typed = {
    get current() {
      return reads.length > 1 ? (reads.shift() ?? '') : (reads[0] ?? '')
    },
    set current(text: string) {
      reads.splice(0, reads.length, text)
    },
  }
  flushSync(() =>
    createRoot(box).render(
      <Provider value={fork()}>
        <FindBar scroller={scroller} content="" typed={typed} onClose={() => {}} />
      </Provider>,
    ),
  )
  expect(box.querySelector('input')?.value).toBe('word')
})

test('Escape and Enter of an input method neither close the bar nor go to a match', () => {
  const scroller = document.createElement('div')
  scroller.innerHTML = '<article>words and words</article>'
  const box = document.createElement('div')
  document.body.append(scroller, box)
  let closed = 0
  flushSync(() =>
    createRoot(box).render(
      <Provider value={fork()}>
        <FindBar scroller={scroller} content="" typed={{ current: '' }} onClose={() => (closed += 1)} />
      </Provider>,
    ),
  )
  const press = (key: string, more: KeyboardEventInit & { keyCode?: number } = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    box.querySelector('input')?.dispatchEvent(event)
    return event.defaultPrevented
  }
  for (const more of [{ isComposing: true }, { keyCode: 229 }])
    expect([press('Escape', more), press('Enter', more), closed]).toEqual([false, false, 0])
  expect([press('Escape'), closed]).toEqual([true, 1])
})
