import { z } from 'zod'
import { PluginRefusal, type ListCell, type PluginListColumn } from '../../../plugin-api/client.ts'
import type { ListColumnRow } from '../../../plugin-api/contributes.ts'
import { key, partId } from '../../sandbox/schemas.ts'
import type { Kind } from './kind.ts'
import { notificationOf } from './plugin-message.ts'

/** Entries that are asked about at once. */
const MAX_ENTRIES = 50
/** Of the whole batch: the list is drawn without it. */
const CELLS_LIMIT_MS = 5000

/** A row has little room. */
const cellText = z.object({
  key,
  values: z.record(z.string().max(60), z.union([z.string().max(60), z.number()])).optional(),
})
const cells = z
  .array(
    z
      .object({
        text: cellText,
        tone: z.enum(['quiet', 'accent', 'danger']).optional(),
        hint: cellText.optional(),
      })
      .nullable(),
  )
  .max(MAX_ENTRIES)

export const listColumn: Kind<PluginListColumn> = {
  add: ({ id, title, width, cellsOf }, { manifest, failed, trigger }) => {
    const plugin = manifest.id
    return {
      listColumns: [
        {
          id: `${plugin}/${id}`,
          plugin,
          titleKey: `${plugin}:${title}`,
          width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)),
          cellsOf: async (entries) => {
            try {
              const { data } = cells.safeParse(await cellsOf(entries))
              if (data?.length !== entries.length)
                throw new Error(`What the column ${id} says of ${entries.length} entries does not fit`)
              return data.map((cell) => cell && cellOf(cell as ListCell))
            } catch (error) {
              // A refusal leaves the cells empty: a message for each batch of rows would be too many.
              if (!(error instanceof PluginRefusal)) trigger(failed, error)
              return entries.map(() => null)
            }
          },
        },
      ],
    }
    function cellOf({ text, hint, tone = undefined }: ListCell) {
      return {
        text: notificationOf(manifest, text),
        hint: hint ? notificationOf(manifest, hint) : null,
        tone: tone ?? null,
      }
    }
  },
  declared: (row: ListColumnRow, { use }) => ({
    ...row,
    cellsOf: async (entries) => (await use((input) => input.cellsOf(entries))) ?? entries.map(() => null),
  }),
  sandboxed: {
    data: z.object({ id: partId, title: key, width: z.number() }),
    most: 2,
    functions: {
      cellsOf: {
        output: cells,
        limitMs: CELLS_LIMIT_MS,
        argsFor: ([entries]: [readonly unknown[]], { reach }) => {
          reach.received(entries)
          return [entries]
        },
        whenEnded: ([entries]: [readonly unknown[]]) => entries.map(() => null),
      },
    },
  },
}

/** rem */
const MIN_WIDTH = 2
const MAX_WIDTH = 8
