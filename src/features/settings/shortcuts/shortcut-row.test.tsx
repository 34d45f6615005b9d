// @vitest-environment happy-dom
import { createEvent } from 'effector'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import app from '../../../../locales/en/app.json'
import common from '../../../../locales/en/common.json'
import shortcuts from '../../../../locales/en/shortcuts.json'
import type { Command, CommandCall, ExampleState } from '../../../core/index.ts'
import { ShortcutRow } from './shortcut-row.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a conflict says when it comes, without what nearly always holds, and Escape cancels it alone', async () => {
  await i18next.init({ lng: 'en', resources: { en: { app, common, shortcuts } } })
  const command: Command = {
    id: 'entry:star',
    group: 'entry',
    title: 'Star',
    kind: 'change',
    run: createEvent<CommandCall>(),
  }
  const example: ExampleState = {
    area: 'timeline',
    values: new Map<string, boolean | number>([
      ['signedIn', true],
      ['listLoading', true],
      ['grid', true],
    ]),
  }
  const onCancel = vi.fn<() => void>()
  const leave = vi.fn<() => void>()
  const other = () => undefined
  const box = document.body.appendChild(document.createElement('div'))
  box.addEventListener('keydown', leave)
  const root = createRoot(box.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <ShortcutRow
        command={command}
        title="Star"
        keys={['s']}
        own={false}
        recording={false}
        conflicting="j"
        conflicts={[{ other: command, is: 'same', example }]}
        onRecord={other}
        onLeave={other}
        onRecorded={other}
        onKeep={other}
        onCancel={onCancel}
      />,
    ),
  )
  expect(box.querySelector('.conflicts span')?.textContent).toBe(' (in the timeline, in a grid)')
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
  expect([onCancel.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0])
  await act(async () => root.unmount())
})
