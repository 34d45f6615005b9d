/** Changes of labels and of the labels of entries, as optimistic mutations that can be undone. */
import { isWithinLabel, labelKey, outerLabels, renamedWithin } from '../../contract/label-names.ts'
import type { LabelColor } from '../../contract/label-names.ts'
import type { Patch, Rows } from '../../core/index.ts'
import type { EntryStatus } from '../entries/types.ts'
import { defineMutation, type MutationRules } from '../outbox/define-mutation.ts'
import type { UserLabel } from './tables.ts'

export type PutArgs = { readonly name: string; readonly entryIds: readonly string[]; readonly on: boolean }

const hasLabel = ({ labels = [] }: EntryStatus, name: string): boolean =>
  labels.some((one) => labelKey(one) === labelKey(name))

function withLabel(row: EntryStatus, name: string, on: boolean): EntryStatus {
  const others = (row.labels ?? []).filter((one) => labelKey(one) !== labelKey(name))
  return { ...row, labels: on ? [...others, name].toSorted(byKey) : others }
}
const byKey = (one: string, other: string): number => (labelKey(one) < labelKey(other) ? -1 : 1)

/** The label and its outer labels, as far as they do not exist yet. */
function missing(rows: Rows<UserLabel>, name: string, color: LabelColor | null): Patch<UserLabel> | null {
  const fresh = [...outerLabels(name), name].filter((one) => !rows.has(labelKey(one)))
  if (fresh.length === 0) return null
  return Object.fromEntries(
    fresh.map((one) => [labelKey(one), { name: one, color: one === name ? color : null }]),
  )
}

/** Patches the rows that a rule changes. @param change returns the same row where nothing changes */
function patchOf<T>(rows: Rows<T>, change: (row: T) => T): Patch<T> | null {
  const changed = [...rows].flatMap(([id, row]) => {
    const next = change(row)
    return next === row ? [] : [[id, next] as const]
  })
  return changed.length === 0 ? null : Object.fromEntries(changed)
}

/** Adds a label to entries or removes it. */
export const putLabel = defineMutation<PutArgs, unknown>({
  name: 'labels.put',
  resource: 'labels',
  sendIfUnchanged: true,
  updates: ({ name, entryIds, on }) => ({
    statuses: (rows) => {
      const ids = new Set(entryIds)
      return patchOf(rows, (row) =>
        ids.has(row.id) && hasLabel(row, name) !== on ? withLabel(row, name, on) : row,
      )
    },
    labels: (rows) => (on ? missing(rows, name, null) : null),
  }),
  effect: ({ name, entryIds, on }) => ({ do: 'label', name, entryIds, on }),
  send: (api, { name, entryIds, on }, { id }) => {
    const input = { name, entryIds: [...entryIds] }
    const options = { idempotencyKey: id }
    return on ? api.labels.add(input, options) : api.labels.remove(input, options)
  },
  inverse: ({ name, entryIds, on }, { rows }) => {
    const changed = entryIds.filter((id) => {
      const row = rows.statuses?.get(id)
      return !row || hasLabel(row, name) !== on
    })
    return changed.length === 0
      ? null
      : { name: 'labels.put', args: { name, entryIds: changed, on: !on } satisfies PutArgs }
  },
  describe: ({ name, entryIds, on }) => ({
    key: on ? 'app:undo.labelled' : 'app:undo.unlabelled',
    values: { name, count: entryIds.length },
  }),
})

type CreateArgs = { readonly name: string; readonly color: LabelColor | null }
export const createLabel = defineMutation<CreateArgs, unknown>({
  name: 'labels.create',
  resource: 'labels',
  updates: ({ name, color }) => ({ labels: (rows) => missing(rows, name, color) }),
  send: (api, args, { id }) => api.labels.create(args, { idempotencyKey: id }),
  inverse: ({ name }) => ({ name: 'labels.delete', args: { name } }),
  describe: ({ name }) => ({ key: 'app:undo.labelCreated', values: { name, count: 1 } }),
})

type RenameArgs = { readonly name: string; readonly to: string }
/** Labels within it move along. */
export const renameLabel = defineMutation<RenameArgs, unknown>({
  name: 'labels.rename',
  resource: 'labels',
  updates: ({ name, to }) => {
    const renamed = (one: string): string =>
      isWithinLabel(labelKey(one), labelKey(name)) ? renamedWithin(one, name, to) : one
    return {
      labels: (rows) => {
        const moved = [...rows].filter(([key]) => isWithinLabel(key, labelKey(name)))
        if (moved.length === 0) return null
        return {
          ...missing(rows, to, null),
          ...Object.fromEntries(moved.map(([key]) => [key, null])),
          ...Object.fromEntries(
            moved.map(([, row]) => [labelKey(renamed(row.name)), { ...row, name: renamed(row.name) }]),
          ),
        }
      },
      statuses: (rows) =>
        patchOf(rows, (row) =>
          row.labels?.some((one) => renamed(one) !== one)
            ? { ...row, labels: row.labels.map(renamed).toSorted(byKey) }
            : row,
        ),
    }
  },
  effect: ({ name, to }) => ({ do: 'labelRename', name, to }),
  send: (api, args, { id }) => api.labels.update(args, { idempotencyKey: id }),
  announced: true,
  inverse: ({ name, to }) => ({ name: 'labels.rename', args: { name: to, to: name } }),
  describe: ({ name, to }) => ({ key: 'app:undo.labelRenamed', values: { name, to, count: 1 } }),
})

type RecolorArgs = { readonly name: string; readonly color: LabelColor | null }
export const recolorLabel = defineMutation<RecolorArgs, unknown>({
  name: 'labels.recolor',
  resource: 'labels',
  updates: ({ name, color }) => ({
    labels: (rows) =>
      patchOf(rows, (row) =>
        labelKey(row.name) === labelKey(name) && row.color !== color ? { ...row, color } : row,
      ),
  }),
  send: (api, args, { id }) => api.labels.update(args, { idempotencyKey: id }),
  inverse: ({ name }, { rows }) => ({
    name: 'labels.recolor',
    args: { name, color: rows.labels?.get(labelKey(name))?.color ?? null },
  }),
  describe: ({ name }) => ({ key: 'app:undo.labelRecolored', values: { name, count: 1 } }),
})

/** What a deletion removes, as far as it is loaded. */
type Deleted = {
  readonly labels: readonly UserLabel[]
  readonly entries: readonly (readonly [id: string, names: readonly string[]])[]
}
/** Deletes the labels within it too. */
export const deleteLabel = defineMutation<{ readonly name: string }, unknown>({
  name: 'labels.delete',
  resource: 'labels',
  updates: ({ name }) => {
    const isDeleted = (one: string): boolean => isWithinLabel(labelKey(one), labelKey(name))
    return {
      labels: (rows) => {
        const keys = [...rows.keys()].filter((key) => isWithinLabel(key, labelKey(name)))
        return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, null]))
      },
      statuses: (rows) =>
        patchOf(rows, (row) =>
          row.labels?.some(isDeleted) ? { ...row, labels: row.labels.filter((one) => !isDeleted(one)) } : row,
        ),
    }
  },
  effect: ({ name }) => ({ do: 'labelDelete', name }),
  send: (api, args, { id }) => api.labels.delete(args, { idempotencyKey: id }),
  announced: true,
  inverse: ({ name }, { rows }) => {
    const isDeleted = (one: string): boolean => isWithinLabel(labelKey(one), labelKey(name))
    const deleted: Deleted = {
      labels: [...(rows.labels?.values() ?? [])].filter((row) => isDeleted(row.name)),
      entries: [...(rows.statuses?.values() ?? [])].flatMap(({ id, labels = [] }) =>
        labels.some(isDeleted) ? [[id, labels.filter(isDeleted)] as const] : [],
      ),
    }
    return { name: 'labels.restore', args: { name, ...deleted } satisfies RestoreArgs }
  },
  describe: ({ name }) => ({ key: 'app:undo.labelDeleted', values: { name, count: 1 } }),
})

export type RestoreArgs = { readonly name: string } & Deleted
const restoreRules: MutationRules<RestoreArgs, unknown> = {
  name: 'labels.restore',
  resource: 'labels',
  sendIfUnchanged: true,
  updates: ({ labels, entries }) => ({
    labels: () => Object.fromEntries(labels.map((row) => [labelKey(row.name), row])),
    statuses: (rows) => {
      const restored = new Map(entries)
      return patchOf(rows, (row) =>
        (restored.get(row.id) ?? []).reduce((so, name) => withLabel(so, name, true), row),
      )
    },
  }),
  effect: ({ entries }) => ({ do: 'labelRestore', entries }),
  send: (api, { name }, { id }) => api.labels.restore({ name }, { idempotencyKey: id }),
}
/** Undoes a deletion. Rows that were not loaded are fetched once the server has accepted it. */
export const restoreLabel = defineMutation<RestoreArgs, unknown>(restoreRules)
