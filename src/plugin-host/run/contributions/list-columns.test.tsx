// @vitest-environment happy-dom
import { allSettled, type Scope } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { $cells, cellsRequested } from '../../../features/timeline/list-cells.ts'
import { EntryRow } from '../../../features/timeline/entry-row.tsx'
import { RowCells, type RowsOfCells } from '../../../features/timeline/row-cells.tsx'
import type { EntryRowProps } from '../../../features/timeline/row-parts.tsx'
import { $listColumns } from '../../../features/registry.ts'
import { packIds } from '../../../model/timeline/index.ts'
import {
  defineClient,
  PluginRefusal,
  type ClientHost,
  type EntryHead,
  type ListedEntry,
} from '../../../plugin-api/client.ts'
import { pluginSettingChanged } from '../../settings/plugin-states.ts'
import { readerWith } from '../../sandbox/testing.ts'
import { $running } from '../plugins.ts'

beforeAll(
  () =>
    void i18next.init({
      lng: 'en',
      interpolation: { escapeValue: false },
      resources: { en: { guest: { column: 'Length', letters: '{{count}} letters' } } },
    }),
)

const heads = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), title: 'x'.repeat(at + 1) })) as EntryHead[]

/** What it is asked, batch by batch. */
const lengths = (asked: string[][] = []) => {
  let isLoud = false
  return ({ listColumn, $settings }: ClientHost) => {
    $settings.watch((settings) => (isLoud = settings['name'] === 'Eve'))
    listColumn({
      id: 'length',
      title: 'column',
      width: 4,
      cellsOf(entries) {
        asked.push(entries.map(({ id }) => id))
        return entries.map(({ title }) =>
          title === 'xx'
            ? null
            : {
                text: { key: 'letters', values: { count: title?.length ?? 0 } },
                ...(isLoud && { tone: 'accent' }),
              },
        )
      },
    })
  }
}
const request = (scope: Scope, entries: readonly EntryHead[]) =>
  allSettled(cellsRequested, { scope, params: entries })
const cellsIn = (scope: Scope) => [...(scope.getState($cells).get('guest/length') ?? [])]

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  test('is asked in batches for the drawn entries, once for each, and again after a change of its settings', async () => {
    const asked: string[][] = []
    const { scope } = await readerWith(defineClient(lengths(asked)), sandboxed, ['entries:read'])
    expect(scope.getState($listColumns)).toMatchObject([
      { id: 'guest/length', plugin: 'guest', titleKey: 'guest:column', width: 4 },
    ])
    await request(scope, heads(120))
    expect(asked.map(({ length }) => length)).toEqual([50, 50, 20])
    await request(scope, heads(3))
    expect(asked).toHaveLength(3)
    const text = { key: 'guest:letters', values: { count: 1 } }
    expect(cellsIn(scope).slice(0, 2)).toMatchObject([
      ['1', { text, tone: null, hint: null }],
      ['2', null],
    ])
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { name: 'Eve' } } })
    expect(cellsIn(scope)).toMatchObject([
      ['1', { tone: 'accent' }],
      ['2', null],
      ['3', { tone: 'accent' }],
    ])
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect([scope.getState($listColumns), cellsIn(scope)]).toEqual([[], []])
  })

  test('that refuses leaves its cells empty, and without the permission to read entries has no column', async () => {
    const refusing = defineClient(({ listColumn }) =>
      listColumn({
        id: 'length',
        title: 'column',
        width: 4,
        cellsOf: () => {
          throw new PluginRefusal('no')
        },
      }),
    )
    const { scope, notifications } = await readerWith(refusing, sandboxed, ['entries:read'])
    await request(scope, heads(2))
    expect(cellsIn(scope)).toEqual([
      ['1', null],
      ['2', null],
    ])
    expect(notifications).toEqual([])
    const other = await readerWith(defineClient(lengths()), sandboxed)
    expect(other.scope.getState($listColumns)).toEqual([])
  })

  test.each<[string, (entries: readonly ListedEntry[]) => unknown]>([
    ['fewer cells', (entries) => entries.slice(1).map(() => null)],
    ['a flood of cells', () => Array.from({ length: 100_000 }, () => null)],
    ['no list', () => 'text'],
    ['a text that is no message', (entries) => entries.map(() => ({ text: '<b>' }))],
    [
      'a huge text',
      (entries) => entries.map(() => ({ text: { key: 'letters', values: { count: 'x'.repeat(5000) } } })),
    ],
    ['an unknown tone', (entries) => entries.map(() => ({ text: { key: 'letters' }, tone: 'url(x)' }))],
    [
      'an error',
      () => {
        throw new TypeError('undefined is not a function')
      },
    ],
  ])('that answers with %s is stopped, and named once', async (_name, answer) => {
    const client = defineClient(({ listColumn }) =>
      listColumn({ id: 'length', title: 'column', width: 4, cellsOf: answer as never }),
    )
    const { scope, notifications } = await readerWith(client, sandboxed, ['entries:read'])
    await request(scope, heads(3))
    await expect.poll(() => scope.getState($running).size).toBe(0)
    expect(notifications).toMatchObject([{ key: 'app:plugin.broke' }])
    expect(scope.getState($listColumns)).toEqual([])
  })
})

test('a row has the room of its columns before their cells, which are texts whatever they hold', async () => {
  const markup = '<img src=x onerror=alert(1)>'
  const client = defineClient(({ listColumn }) => {
    const cellsOf = (entries: readonly ListedEntry[]) =>
      entries.map(() => ({ text: { key: 'letters', values: { count: markup } }, tone: 'accent' as const }))
    listColumn({ id: 'one', title: 'column', width: 4, cellsOf })
    listColumn({ id: 'two', title: 'column', width: 400, cellsOf: (entries) => entries.map(() => null) })
  })
  const { scope } = await readerWith(client, true, ['entries:read'])
  const columns = scope.getState($listColumns)
  const summary = { ...heads(1)[0], media: [], attachments: [], publishedAt: 0, url: null, description: null }
  const row = {
    id: '1',
    layout: 'article',
    density: 'comfortable',
    summary,
    columns,
    labels: [],
    feedName: 'Feed',
    feedSite: 'a.example',
    height: 100,
    top: 0,
    width: 1,
    left: 0,
    coveredHeight: 0,
    settled: true,
  } as unknown as EntryRowProps
  let cells: RowsOfCells = new Map()
  const box = document.createElement('div')
  const root = createRoot(box)
  const draw = () =>
    root.render(
      <Provider value={scope}>
        <EntryRow {...row} cells={cells.get('1')} />
        <RowCells
          columns={columns}
          ids={packIds(['1'])}
          rendered={rendered}
          summaries={summaries}
          onChange={received}
        />
      </Provider>,
    )
  const rendered = { from: 0, to: 1, firstSpan: 0, lastSpan: 0 }
  const summaries = new Map([['1', summary as unknown as EntryHead]])
  const received = (given: RowsOfCells) => void (cells = given)
  const widths = () =>
    [...box.querySelectorAll<HTMLElement>('.entry-columns > span')].map(({ style }) => style.width)
  draw()
  await expect.poll(widths).toEqual(['4rem', '8rem'])
  expect(box.querySelector('.entry-columns')?.textContent).toBe('')
  await expect.poll(() => cells.size).toBe(1)
  draw()
  await expect.poll(() => box.querySelector('.ui-tag')?.textContent).toBe(`${markup} letters`)
  expect(box.querySelector('.entry-columns img')).toBeNull()
  expect(widths()).toEqual(['4rem', '8rem'])
  root.unmount()
})

test('what a manifest declares is a column until the code is asked for its cells', async () => {
  const { scope } = await readerWith(defineClient(lengths()), true, ['entries:read'], [], {
    contributes: { listColumn: [{ id: 'length', title: 'column', width: 4 }] },
  })
  expect(scope.getState($running).get('guest')?.isActive).toBe(false)
  await request(scope, heads(1))
  await expect.poll(() => cellsIn(scope)).toMatchObject([['1', { text: { values: { count: 1 } } }]])
  expect(scope.getState($running).get('guest')?.isActive).toBe(true)
})
