import { isWithinLabel, labelKey } from '../../contract/label-names.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import { addLabel, removeLabel } from '../storage/entries/entry-labels.ts'
import {
  deleteLabel,
  ensureLabel,
  labelsOf,
  recolorLabel,
  renameLabel,
  restoreLabel,
  type LabelProblem,
  type Making,
} from '../storage/entries/labels.ts'
import { iso } from './wire-feed.ts'

const making = ({ now, newId }: Pick<RequestContext, 'now' | 'newId'>): Making => ({ now: now(), newId })

function changed(problem: LabelProblem): void {
  if (problem) throw new Refusal(problem)
}

const isWithinItself = (name: string, to: string): boolean =>
  labelKey(name) !== labelKey(to) && isWithinLabel(labelKey(to), labelKey(name))

/** Labels on entries. */
export const labelsRoutes = {
  'labels.list': async ({ user, storage }) => {
    const labels = await labelsOf(storage, user.id)
    return { data: labels.map((label) => ({ ...label, createdAt: iso(label.createdAt) })) }
  },

  'labels.create': async (context, label) => {
    const { user, storage } = context
    const id = await storage.db
      .transaction()
      .execute((trx) => ensureLabel(trx, user.id, label, making(context)))
    if (id === null) throw new Refusal('labelLimit')
  },

  'labels.update': async (context, { name, to, color }) => {
    const { user, storage } = context
    if (to !== undefined && isWithinItself(name, to))
      throw new Refusal('invalidParameter', 'A label cannot be within itself')
    if (color !== undefined) changed(await recolorLabel(storage, user.id, { name, color }))
    if (to !== undefined) changed(await renameLabel(storage, user.id, { name, to }, making(context)))
  },

  'labels.delete': async ({ user, storage, now }, { name }) => {
    changed(await deleteLabel(storage, user.id, name, now()))
  },

  'labels.restore': async (context, { name }) => {
    changed(await restoreLabel(context.storage, context.user.id, name, making(context)))
  },

  'labels.add': async (context, { name, entryIds }) => {
    const { user, storage } = context
    const visible = await visibleEntries(storage, user.id, [...new Set(entryIds)])
    const ids = visible.map(({ id }) => id)
    if (ids.length > 0 && !(await addLabel(storage, user.id, { name, entryIds: ids }, making(context))))
      throw new Refusal('labelLimit')
  },

  'labels.remove': async ({ user, storage }, { name, entryIds }) => {
    await removeLabel(storage, user.id, { name, entryIds })
  },
} satisfies Routes
