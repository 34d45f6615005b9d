// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import type { EntryHead } from '../../model/rows.ts'
import { $services } from '../../model/services.ts'
import { startReader } from '../../model/testing.ts'
import { $entryPanels, $listColumns } from '../registry.ts'
import { SharedMarksPanel } from './shared-marks-panel.tsx'
import { started } from './start.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { app } } }))

test('lists and entries show what members starred and noted, while there is any', async () => {
  const reader = await startReader()
  const { scope } = reader
  const { api } = scope.getState($services)
  const folder = { id: 'f', title: 'Family', feeds: [], members: [], invitations: [] }
  const [bob, cleo] = [
    { id: '2', name: 'Bob' },
    { id: '3', name: 'Cleo' },
  ]
  const mark = { feedId: '9', title: 'One', at: new Date(0).toISOString(), notes: [] }
  let marks: unknown[] = [
    { ...mark, entryId: 'a', stars: [bob] },
    { ...mark, entryId: 'b', stars: [bob, cleo, bob], notes: [{ ...cleo, quote: 'rain', note: 'Look up' }] },
    { ...mark, entryId: 'c', stars: [], notes: [{ ...bob, quote: null, note: 'Hm' }] },
  ]
  Object.assign(api, {
    sharedFolders: {
      list: async () => ({ code: 0, data: { folders: [folder], invitations: [] } }),
      marks: async () => ({ code: 0, data: marks }),
    },
  })
  await allSettled(started, { scope })
  const [column] = scope.getState($listColumns)
  const entry = (id: string) => ({ id, readingSeconds: null }) as EntryHead & { readingSeconds: null }
  const cells = await column?.cellsOf(['a', 'b', 'c', 'd'].map(entry))
  const words = (text: { key: string; values?: object | undefined } | null | undefined) =>
    text ? i18next.t(text.key, { ...text.values }) : null
  expect(cells?.map((cell) => [words(cell?.text), words(cell?.hint)])).toEqual([
    ['★ Bob', 'Bob starred this'],
    ['★ 2 of us', '2 of us starred this: Bob, Cleo'],
    ['1 note', '1 note'],
    [null, null],
  ])
  expect(scope.getState($entryPanels).map(({ id }) => id)).toEqual(['shared-marks'])

  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={scope}>
      <SharedMarksPanel entry={entry('b')} />
      <SharedMarksPanel entry={entry('d')} />
    </Provider>,
  )
  await expect.poll(() => box.querySelector('p')?.textContent).toBe('2 of us starred this: Bob, Cleo')
  expect([...box.querySelectorAll('li')].map((one) => one.textContent)).toEqual(['CleorainLook up'])
  expect(box.querySelectorAll('.shared-marks')).toHaveLength(1)

  marks = []
  await reader.tell({ type: 'changed', call: 'sharedFolders.update', from: null })
  expect([scope.getState($listColumns), scope.getState($entryPanels)]).toEqual([[], []])
  await expect.poll(() => box.textContent).toBe('')
})
