// @vitest-environment happy-dom
import { Command } from 'cmdk'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { PaletteList } from './palette-list.tsx'
import type { PaletteRow } from './rows.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('an entry is listed with its feed, its date and whether it is unread', async () => {
  const row = { title: 'A title', ranges: [], detail: 'A feed', choose: () => undefined }
  const rows: PaletteRow[] = [
    { ...row, key: 'new', publishedAt: Date.UTC(2026, 0, 15), unread: true },
    { ...row, key: 'read', publishedAt: Date.UTC(2026, 0, 14), unread: false },
    { ...row, key: 'command' },
  ]
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={fork()}>
        <Command shouldFilter={false}>
          <PaletteList
            rowsId="row"
            sections={[{ key: 'entries', title: 'Entries', rows }]}
            selected={0}
            query="title"
            empty={null}
            onSelect={() => undefined}
            onChoose={() => undefined}
          />
        </Command>
      </Provider>,
    ),
  )
  const shown = [...box.querySelectorAll('.palette-row')].map((one) => [
    one.querySelector('.palette-detail')?.textContent,
    one.querySelector('time')?.dateTime.slice(0, 10),
    one.querySelector('.palette-unread') !== null,
  ])
  expect(shown).toEqual([
    ['A feed', '2026-01-15', true],
    ['A feed', '2026-01-14', false],
    ['A feed', undefined, false],
  ])
  const places = [...box.querySelectorAll<HTMLElement>('.palette-row')].map(({ style }) => [
    style.top,
    style.height,
  ])
  // px: entries take two lines.
  expect(places).toEqual([
    ['28px', '52px'],
    ['80px', '52px'],
    ['132px', '36px'],
  ])
  await act(async () => root.unmount())
})
