/** Contents of the open entry and its neighbours: from follow.db, else from the server, never more than a few. */
import { attach, createEvent, sample, scopeBind } from 'effector'
import { asApiError } from '../../api/index.ts'
import { errorTold } from '../app/events.ts'
import { toldOf } from '../app/told.ts'
import { $services } from '../services.ts'
import { contentsFromLines } from './from-wire.ts'
import {
  $bodies,
  $currentEntry,
  $readerView,
  bodyLoaded,
  readabilityTold,
  readerViewTurned,
  type KnownBody,
} from './state.ts'

/** Spec 5: refetched when older. */
const READABILITY_MS = 3 * 24 * 3600 * 1000

/** These will be looked at, the first one now. */
export const bodiesWanted = createEvent<readonly string[]>()

const loadFx = attach({
  source: $services,
  effect: async ({ local, api }, ids: readonly string[]) => {
    const loaded = scopeBind(bodyLoaded, { safe: true })
    const known = await Promise.all(ids.map((id) => local.call('entries.body', id)))
    const lacking = ids.filter((id, at) => {
      const body = known[at]
      if (body && body.content !== null) loaded({ id, body: { ...body, status: 'ready' } })
      return !body || body.content === null
    })
    if (lacking.length === 0) return
    for (const id of lacking)
      loaded({ id, body: { ...nothing, ...known[ids.indexOf(id)], status: 'loading' } })
    const contents = await api.entries.stream({ ids: lacking }).then(contentsFromLines, failed)
    if (Array.isArray(contents)) await local.call('entries.putContents', contents)
    for (const id of lacking) {
      const before = known[ids.indexOf(id)]
      if (!Array.isArray(contents)) loaded({ id, body: { ...nothing, ...before, status: contents } })
      else {
        const content = contents.find((one) => one.id === id)?.content ?? null
        loaded({ id, body: { ...nothing, ...before, content, status: 'ready' } })
      }
    }
  },
})
const nothing: Omit<KnownBody, 'status'> = {
  content: null,
  readabilityContent: null,
  readabilityUpdatedAt: null,
}
const failed = (error: unknown): KnownBody['status'] =>
  asApiError(error)?.kind === 'unreachable' ? 'missing' : 'error'

sample({
  clock: bodiesWanted,
  source: $bodies,
  fn: (bodies, ids) => ids.filter((id) => !['ready', 'loading'].includes(bodies.get(id)?.status ?? '')),
  target: loadFx,
})

const readableFx = attach({
  source: { services: $services, current: $currentEntry },
  effect: async ({ services: { local, api, clock }, current }) => {
    if (!current) return null
    const { id } = current.head
    const told = scopeBind(readabilityTold, { safe: true })
    const loaded = scopeBind(bodyLoaded, { safe: true })
    const kept = await local.call('entries.body', id)
    const at = clock.now()
    if (kept?.readabilityContent && at - (kept.readabilityUpdatedAt ?? 0) < READABILITY_MS) {
      told({ id, status: 'ready' })
      return null
    }
    told({ id, status: 'loading' })
    try {
      const { data } = await api.entries.readability({ id })
      const content = data?.content ?? null
      await local.call('entries.putReadability', { id, content, at })
      loaded({
        id,
        body: { ...nothing, ...kept, readabilityContent: content, readabilityUpdatedAt: at, status: 'ready' },
      })
      told({ id, status: content === null ? 'error' : 'ready' })
      return content === null ? { key: 'app:entry.noReaderView' } : null
    } catch (error) {
      told({ id, status: 'error' })
      return toldOf(error) ?? { key: 'app:entry.readerViewOffline' }
    }
  },
})
sample({ clock: $readerView, filter: Boolean, target: readableFx })
sample({ clock: readableFx.doneData.filterMap((told) => told ?? undefined), target: errorTold })
sample({
  clock: readableFx.doneData,
  filter: (told) => told !== null,
  fn: () => false,
  target: readerViewTurned,
})
/** A rule may ask for it (ActionResult.readability). */
sample({
  clock: $currentEntry.map((entry) => (entry?.head.settings?.readability ? entry.head.id : null)),
  filter: (id) => id !== null,
  fn: () => true,
  target: readerViewTurned,
})
