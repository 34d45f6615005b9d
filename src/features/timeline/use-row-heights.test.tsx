// @vitest-environment happy-dom
import '../../model/everything.ts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { EntryHead } from '../../model/rows.ts'
import { packIds } from '../../model/timeline/index.ts'
import { useRowHeights, type RowHeights } from './use-row-heights.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const summary = (id: string) => ({ id }) as EntryHead

/** A list whose rows are as high as ten times their id. */
function list() {
  const drawn: RowHeights[] = []
  type Options = {
    readonly ids: readonly string[]
    readonly loaded: readonly string[]
    readonly key?: string
  }
  function List({ ids, loaded, name }: { ids: BigInt64Array; loaded: readonly string[]; name: string }) {
    const summaries = new Map(loaded.map((id) => [id, summary(id)]))
    drawn.push(useRowHeights(name, ids, [{ from: 0, to: 10 }], summaries, ({ id }) => Number(id) * 10))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const draw = ({ ids, loaded, key = 'list' }: Options) =>
    act(async () => root.render(<List ids={packIds(ids)} loaded={loaded} name={key} />))
  return { draw, last: () => [...(drawn.at(-1)?.px ?? [])], settle: () => drawn.at(-1)?.settle }
}

test('a row has its height once it is loaded, and keeps it while the list changes around it', async () => {
  const { draw, last } = list()
  await draw({ ids: ['5', '4', '3'], loaded: ['5', '3'] })
  expect(last()).toEqual([50, 0, 30])
  // New rows above, older ones below, and the summaries were evicted.
  await draw({ ids: ['6', '5', '3', '2'], loaded: ['6'] })
  expect(last()).toEqual([60, 50, 30, 0])
})

test('a measured height replaces the estimate, until the shape of the rows changes', async () => {
  const { draw, last, settle } = list()
  await draw({ ids: ['5', '4'], loaded: ['5', '4'] })
  await act(async () => settle()?.([[1, 77]]))
  expect(last()).toEqual([50, 77])
  await draw({ ids: ['5', '4', '3'], loaded: ['5', '4', '3'] })
  expect(last()).toEqual([50, 77, 30])
  await draw({ ids: ['5', '4', '3'], loaded: ['5', '4', '3'], key: 'compact' })
  expect(last()).toEqual([50, 40, 30])
})
