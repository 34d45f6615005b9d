/**
 * Saves entries to the services of plugins, and knows which were saved. What cannot be sent now waits in the outbox: it
 * survives a reload, and is sent when the connection is back.
 */
import { attach, combine, createEvent, createStore, sample, scopeBind, type Store } from 'effector'
import type { Api } from '../../api/index.ts'
import {
  createTable,
  done,
  nothing,
  type Command,
  type CommandCall,
  type CommandResult,
} from '../../core/index.ts'
import { infoNotified, notificationsDismissed } from '../../model/app/index.ts'
import { notificationFor } from '../../model/app/notify-failures.ts'
import { $currentEntryId } from '../../model/entries/index.ts'
import {
  $outbox,
  defineMutation,
  mutationsWithdrawn,
  settledInOtherTab,
  type OutboxItem,
} from '../../model/outbox/index.ts'
import { itemsRemoved } from '../../model/outbox/state.ts'
import { registerTable } from '../../model/outbox/tables.ts'
import { $online, wentOffline } from '../../model/network/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { MAX_SELECTION, type PluginResponse } from '../../plugin-api/manifest.ts'
import { isUnreachable } from '../run/is-unreachable.ts'
import { reportServerHalf } from '../installed/report-server-half.ts'
import { createTrigger } from '../run/app-scope.ts'
import { CANCEL_SAVES, messageIdOf, reportFx, type Outcome } from './report-saves.ts'

/** One entry and one plugin. */
export type SaveState = {
  readonly entryId: string
  readonly plugin: string
  /** When it was last saved, ms since 1970; null when it never was. */
  readonly at: number | null
  readonly url: string | null
  /** It waits in the outbox. */
  readonly isWaiting: boolean
}

declare module '../../model/outbox/tables.ts' {
  interface TableRows {
    saves: SaveState
  }
}

type Target = { readonly plugin: string; readonly entryId: string }
type SaveArgs = Target & {
  readonly selection?: string
  /** What was requested together is reported together. */
  readonly batch: string
}
type Sent = { readonly response: PluginResponse; readonly at: number }

const idOf = ({ entryId, plugin }: Target) => `${entryId} ${plugin}`
const table = createTable<SaveState>()
registerTable('saves', table)
/** By entry and plugin: those that wait, and those of entries that were open. */
export const $saves = table.$rows
/** The open entry was saved by this plugin. */
export const isSaved = (plugin: string): Store<boolean> =>
  combine($saves, $currentEntryId, (saves, entryId) =>
    entryId === null ? false : (saves.get(idOf({ entryId, plugin }))?.at ?? null) !== null,
  )

async function send(api: Api, { plugin, entryId, selection }: SaveArgs, id: string): Promise<PluginResponse> {
  const input = { entryId, ...(selection === undefined ? {} : { selection }) }
  const { data } = await api.plugins.call({ plugin, call: 'save', input }, { idempotencyKey: id })
  return data as PluginResponse
}

const saved = (
  { plugin, entryId }: Target,
  { response, at }: Sent,
): Readonly<Record<string, SaveState>> | null => {
  if (!response.ok) return null
  const { url, openAtOnce } = response.output as { readonly url?: string; readonly openAtOnce?: boolean }
  // What an application makes of an address is not known.
  if (openAtOnce) return null
  return { [idOf({ plugin, entryId })]: { plugin, entryId, at, url: url ?? null, isWaiting: false } }
}

const waitingSave = defineMutation<SaveArgs, Sent>({
  name: 'saves.save',
  resource: 'saves',
  isIndependent: true,
  sendIfUnchanged: true,
  updates: ({ plugin, entryId }) => ({
    saves: (rows) => {
      const id = idOf({ plugin, entryId })
      return { [id]: { at: null, url: null, ...rows.get(id), plugin, entryId, isWaiting: true } }
    },
  }),
  send: async (api, args, { id, now }) => ({ response: await send(api, args, id), at: now }),
  reconcile: (args, sent) => ({ saves: () => saved(args, sent) }),
})

const reportHalfFx = attach({
  source: $services,
  effect: (_, { plugin, response }: { readonly plugin: string; readonly response: PluginResponse }) =>
    reportServerHalf(plugin, response, createTrigger()),
})
sample({
  clock: waitingSave.accepted,
  fn: ({ args: { plugin }, answer: { response } }) => ({ plugin, response }),
  target: reportHalfFx,
})

export type SaveRequest = {
  readonly plugin: string
  readonly entryIds: readonly string[]
  readonly selection: string
}

/**
 * One entry is sent at once, and waits where that does not reach the server. Several go through the outbox, so that none is
 * lost when the page is closed before the last is sent.
 */
export const saveFx = attach({
  source: { services: $services, saves: $saves, online: $online },
  effect: async (
    { services, saves, online },
    { plugin, entryIds, selection }: SaveRequest,
  ): Promise<CommandResult> => {
    const wait = scopeBind(waitingSave.requested)
    const received = scopeBind(table.received)
    const report = scopeBind(reportFx)
    const responded = scopeBind(reportHalfFx)
    const batch = services.newId()
    const requests = entryIds
      .filter((entryId) => saves.get(idOf({ entryId, plugin }))?.isWaiting !== true)
      .map((entryId): { id: string; args: SaveArgs } => ({
        id: services.newId(),
        args: {
          plugin,
          entryId,
          batch,
          ...(selection === '' ? {} : { selection: selection.slice(0, MAX_SELECTION) }),
        },
      }))
    const [first] = requests
    if (!first) return nothing({ key: 'app:outside.alreadyWaiting' })
    const before = [...saves.values()].filter((one) => one.plugin === plugin && one.isWaiting).length
    const waiting = before + requests.length
    if (requests.length > 1) {
      for (const request of requests) wait(request)
      await report({ plugin, outcomes: [], waiting, isSending: online })
      return done()
    }
    const outcome = await attempt(services, first.args, first.id)
    if (outcome === null) {
      // Under the same id: if the response was lost, the server does not save it again.
      wait(first)
      await report({ plugin, outcomes: [], waiting, isSending: false })
      return done()
    }
    if (outcome.response) void responded({ plugin, response: outcome.response })
    const rows =
      outcome.response && saved(first.args, { response: outcome.response, at: services.clock.now() })
    if (rows) received(rows)
    await report({ plugin, outcomes: [outcome], waiting: 0, isSending: false })
    return done()
  },
})

/** @returns null when the server was not reached */
async function attempt({ api }: Services, args: SaveArgs, id: string): Promise<Outcome | null> {
  try {
    return { response: await send(api, args, id), failure: null }
  } catch (error) {
    const failure = isUnreachable(error) ? null : notificationFor(error)
    return failure && { response: null, failure }
  }
}

// What waited is reported when the last of its batch is settled.
type Settled = { readonly args: SaveArgs; readonly outcome: Outcome }
const $settled = createStore<readonly Settled[]>([], { serialize: 'ignore' }).on(
  waitingSave.accepted,
  (all, { args, answer: { response } }) => [...all, { args, outcome: { response, failure: null } }],
)
const isWaitingSave = ({ name }: OutboxItem) => name === waitingSave.name
const batchOf = ({ args }: OutboxItem) => (args as SaveArgs).batch
const finished = sample({
  clock: itemsRemoved,
  source: { settled: $settled, outbox: $outbox },
  fn: ({ settled, outbox }) => {
    const open = new Set(outbox.filter(isWaitingSave).map(batchOf))
    return settled.filter(({ args }) => !open.has(args.batch))
  },
}).filter({ fn: (all) => all.length > 0 })
$settled.on(finished, (all, some) => all.filter((one) => !some.includes(one)))
const reportFinishedFx = attach({
  source: $services,
  effect: (_, all: readonly Settled[]) => {
    for (const group of Map.groupBy(all, ({ args }) => args.batch).values())
      void reportFx({
        plugin: group[0]?.args.plugin ?? '',
        outcomes: group.map(({ outcome }) => outcome),
        waiting: 0,
        isSending: false,
      })
  },
})
sample({ clock: finished, target: reportFinishedFx })

// The connection was lost: what was to be sent waits.
const reportWaitingFx = attach({
  source: $outbox,
  effect: (outbox) => {
    for (const [plugin, rows] of Map.groupBy(
      outbox.filter(isWaitingSave),
      ({ args }) => (args as SaveArgs).plugin,
    ))
      void reportFx({ plugin, outcomes: [], waiting: rows.length, isSending: false })
  },
})
sample({ clock: wentOffline, target: reportWaitingFx })

/** Cancels what waits: of one entry and plugin where these are named, else all. */
const cancelFx = attach({
  source: $outbox,
  effect: (outbox, { args }: CommandCall): CommandResult => {
    const { entry, plugin } = args
    const rows = outbox
      .filter((row) => isWaitingSave(row) && row.state !== 'sending')
      .filter((row) => {
        const target = row.args as SaveArgs
        return (
          (entry === undefined || target.entryId === entry) &&
          (plugin === undefined || target.plugin === plugin)
        )
      })
    if (rows.length === 0) return nothing({ key: 'app:outside.noneWaiting' })
    mutationsWithdrawn(rows.map(({ id }) => id))
    notificationsDismissed([...new Set(rows.map((row) => messageIdOf((row.args as SaveArgs).plugin)))])
    infoNotified({ key: 'app:outside.cancelled', values: { count: rows.length } })
    return done()
  },
})
export const cancelSaves: Command = {
  id: CANCEL_SAVES,
  group: 'integration',
  title: 'app:outside.cancelAll',
  kind: 'change',
  icon: 'close',
  run: cancelFx,
}

// What was saved before, of the open entry.
export const savesNeeded = createEvent<string>()
const loadFx = attach({
  source: $services,
  effect: async ({ api }, entryId: string) => ({
    entryId,
    saves: (await api.plugins.saves({ entryId })).data,
  }),
})
sample({ clock: savesNeeded, target: loadFx })
sample({
  clock: loadFx.doneData,
  source: $saves,
  fn: (rows, { entryId, saves }) =>
    Object.fromEntries(
      saves
        .map((save) => ({ id: idOf({ entryId, plugin: save.plugin }), save }))
        // It may have been saved since the request.
        .filter(({ id, save }) => (rows.get(id)?.at ?? 0) <= save.at)
        .map(({ id, save }) => [id, { ...save, entryId, isWaiting: false }]),
    ),
  target: table.received,
})
const settledElsewhere = sample({
  clock: settledInOtherTab,
  source: { outbox: $outbox, entryId: $currentEntryId },
  filter: ({ outbox }, ids) => outbox.some((row) => ids.includes(row.id) && isWaitingSave(row)),
  fn: ({ entryId }) => entryId,
})
sample({ clock: settledElsewhere.filterMap((entryId) => entryId ?? undefined), target: savesNeeded })
