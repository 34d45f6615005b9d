// @vitest-environment happy-dom
import { allSettled, createEffect } from 'effector'
import { Provider } from 'effector-react'
import { act, createRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { highlightCommands } from '../../../commands/highlight.ts'
import type { CommandCall } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $location } from '../../model/location/index.ts'
import { selectionUsed } from '../../model/reading/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { startReader } from '../../model/testing.ts'
import { SelectedTextBar } from './selected-text-bar.tsx'
import { useSelectedRange } from './use-selected-range.ts'

const entry = { id: 'e1', feedId: 'f1', title: 'One', url: 'https://a.example/one' } as EntryHead

afterEach(() => document.body.replaceChildren())

const content = createRef<HTMLElement>()

function WithBar() {
  return <SelectedTextBar entry={entry} content={content} selectedRange={useSelectedRange(content)} />
}

async function open() {
  const { scope, browserActions } = await startReader()
  await allSettled(registry.registered, { scope, params: highlightCommands })
  const text = document.createElement('div')
  text.innerHTML = '<p>A river has no last drop.</p>'
  const box = document.createElement('div')
  document.body.append(text, box)
  content.current = text
  await act(async () =>
    createRoot(box).render(
      <Provider value={scope}>
        <WithBar />
      </Provider>,
    ),
  )
  const select = async (length: number) => {
    const range = document.createRange()
    const node = text.querySelector('p')?.firstChild as Text
    range.setStart(node, 2)
    range.setEnd(node, 2 + length)
    window.getSelection()?.removeAllRanges()
    window.getSelection()?.addRange(range)
    await act(async () => {
      document.dispatchEvent(new Event('pointerup'))
      await new Promise((done) => setTimeout(done))
    })
  }
  const bar = () => document.querySelector('.selected-text-bar')
  return { scope, browserActions, select, bar }
}

test('the bar is there while a text of the entry is selected', async () => {
  const { select, bar } = await open()
  expect(bar()).toBeNull()
  await select(5)
  expect(bar()?.querySelectorAll('button')).toHaveLength(9)
  await act(async () => {
    window.getSelection()?.removeAllRanges()
    document.dispatchEvent(new Event('selectionchange'))
  })
  expect(bar()).toBeNull()
})

test('what is selected is copied as a quotation, and searched for in all entries', async () => {
  const { scope, browserActions, select } = await open()
  await select(5)
  await act(() => allSettled(selectionUsed, { scope, params: 'copy' }))
  expect(browserActions).toEqual(['copy > river\n\n[One](<https://a.example/one>)'])
  await act(() => allSettled(selectionUsed, { scope, params: 'search' }))
  expect(scope.getState($location).source).toEqual({ kind: 'search', query: 'river' })
})

test('what plugins do with selected text is offered with its keys, and gets the text of this entry', async () => {
  const { scope, select, bar } = await open()
  const called: unknown[] = []
  const command = {
    id: 'notes:quote',
    group: 'plugin',
    title: 'app:highlights.note',
    bindings: [{ keys: 'Shift+y q' }],
    args: [{ name: 'entries', type: 'entries', title: 'ask.entry' }],
    kind: 'change',
    plugin: 'notes',
    onSelection: true,
    run: createEffect(({ args }: CommandCall) => {
      called.push([args, window.getSelection()?.toString()])
    }),
  } as const
  await allSettled(registry.registered, { scope, params: [command] })
  await select(5)
  const more = bar()?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  await act(async () => {
    more?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    more?.click()
  })
  const item = () => document.querySelector<HTMLElement>('[role="menuitem"]')
  await expect.poll(item).not.toBeNull()
  expect(item()?.dataset['commandId']).toBe('notes:quote')
  expect(item()?.querySelectorAll('kbd').length).toBeGreaterThan(0)
  expect(item()?.dataset['commandArgs']).toBe('{"entries":["e1"]}')
  // The press on the item leaves the bar and the selection alone.
  await act(async () => void item()?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })))
  expect(bar()).not.toBeNull()
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'notes:quote', source: 'menu', args: { entries: ['e1'] } },
  })
  expect(called).toEqual([[{ entries: ['e1'] }, 'river']])
})
