/** Shared folders of the user, and what their other members show. Loads once the app is idle; offline it is the last known state. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { Input } from '../../contract/calls.ts'
import type { ReceivedInvitation, SharedFolder, SharedMark } from '../../contract/shared-folders.ts'
import { infoNotified, userDataCleared, type UserNotification } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { textCopied } from '../browser-actions/index.ts'
import { liveEventReceived } from '../live/stream.ts'
import { screenRequested } from '../location/index.ts'
import { $services } from '../services.ts'
import { $session, userAuthenticated } from '../session/index.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { createTimer } from '../timer.ts'
import { addressOf } from './index.ts'

/** In follow.db's meta. */
const KEY = 'shared-folders'
/** Members star many entries one after another; their marks are fetched at most this often, ms. */
const MARKS_MS = 2000

type Shared = {
  readonly folders: readonly SharedFolder[]
  readonly invitations: readonly ReceivedInvitation[]
  readonly marks: readonly SharedMark[]
}
const NOTHING: Shared = { folders: [], invitations: [], marks: [] }

/** The app is idle, or a part that shows them is there. */
export const sharedFoldersNeeded = createEvent()
const needed = createStore(false, { serialize: 'ignore' }).on(sharedFoldersNeeded, () => true)
const restored = createEvent<Shared>()
const $shared = createStore<Shared>(NOTHING, { serialize: 'ignore' }).on(restored, (_, shared) => shared)
/** false until the server has been asked once. */
export const $sharedFoldersKnown = createStore(false, { serialize: 'ignore' }).reset(userDataCleared)
export const $sharedFolders = $shared.map(({ folders }) => folders)
export const $receivedInvitations = $shared.map(({ invitations }) => invitations)
/** By entry, those of the newest marks first. */
export const $sharedMarks = $shared.map(({ marks }) => marks)
export const $sharedMarkOf = $sharedMarks.map(
  (marks): ReadonlyMap<string, SharedMark> => new Map(marks.map((mark) => [mark.entryId, mark])),
)
$shared.reset(userDataCleared)

const restoreFx = attach({
  source: $services,
  effect: async ({ local }, _: void) =>
    ((await local.call('meta.get', KEY)) as Shared | undefined) ?? NOTHING,
})
const fetchFx = attach({
  source: { services: $services, before: $shared },
  effect: async ({ services: { api }, before }, what: 'all' | 'marks') => {
    const lists = what === 'all' ? (await api.sharedFolders.list({})).data : before
    // Most users have none, and their start costs one request.
    const marks = lists.folders.length > 0 ? (await api.sharedFolders.marks({})).data : []
    return { folders: lists.folders, invitations: lists.invitations, marks } satisfies Shared
  },
})
const storeFx = attach({
  source: $services,
  effect: ({ local }, value: Shared) => local.call('meta.set', { key: KEY, value }),
})
sample({ clock: fetchFx.doneData, target: storeFx })
$shared.on(fetchFx.doneData, (_, shared) => shared)
$sharedFoldersKnown.on(fetchFx.doneData, () => true)
export const $sharedFoldersFailed = createStore<unknown>(null, { serialize: 'ignore' })
  .on(fetchFx.failData, (_, error) => ({ error }))
  .reset(fetchFx.done, userDataCleared)

/** Fetch them all. */
export const sharedFoldersRequested = createEvent()
const signedIn = sample({
  clock: [sharedFoldersNeeded, userAuthenticated],
  source: { session: $session, needed },
  filter: (state) => state.needed && state.session.status === 'authenticated',
  fn: () => {},
})
sample({ clock: signedIn, target: restoreFx })
sample({
  clock: restoreFx.doneData,
  source: $sharedFoldersKnown,
  filter: (known) => !known,
  fn: (_, shared) => shared,
  target: restored,
})
sample({ clock: [signedIn, sharedFoldersRequested], fn: () => 'all' as const, target: fetchFx })

const remote = liveEventReceived.filterMap((event) =>
  event.type === 'changed' && event.call.startsWith('sharedFolders.') ? event.call : undefined,
)
const timer = createTimer()
sample({
  clock: remote.filter({ fn: (call) => call === 'sharedFolders.marks' }),
  source: timer.$running,
  filter: (running) => !running,
  fn: () => MARKS_MS,
  target: timer.started,
})
sample({ clock: timer.fired, fn: () => 'marks' as const, target: fetchFx })
const folderChanged = remote.filter({ fn: (call) => call !== 'sharedFolders.marks' })

/** What a user does with shared folders: one call of the contract each. */
type Verb =
  | 'create'
  | 'update'
  | 'delete'
  | 'choose'
  | 'invite'
  | 'withdraw'
  | 'respond'
  | 'removeMember'
  | 'addFeeds'
  | 'removeFeed'
export type SharedFolderChange = {
  [V in Verb]: { readonly call: V; readonly input: Input<`sharedFolders.${V}`> }
}[Verb]
export const sharedFolderChanged = createEvent<SharedFolderChange>()

type Done = { readonly change: SharedFolderChange; readonly data: unknown }
const changeFx = attach({
  source: $services,
  effect: async ({ api }, change: SharedFolderChange): Promise<Done> => {
    const send = api.sharedFolders[change.call] as (input: SharedFolderChange['input']) => Promise<object>
    const response = await send(change.input)
    return { change, data: 'data' in response ? response.data : null }
  },
})
export const $sharedFoldersBusy = changeFx.pending
sample({ clock: sharedFolderChanged, target: changeFx })
notifyFailures(changeFx.failData, { key: 'errors:client.unreachable' })
/** Also after a failure: the folder may have ended, or the user may have been removed. */
sample({
  clock: [changeFx.finally, folderChanged],
  fn: () => {},
  target: [sharedFoldersRequested, subscriptionsRequested, countsRequested],
})

/** A link was created: it is copied, and shown on the page of the settings until that closes. */
const linkCreated = changeFx.doneData.filterMap(({ change, data }) => {
  const path = change.call === 'invite' ? (data as { path: string | null }).path : null
  return path === null || change.call !== 'invite'
    ? undefined
    : { id: change.input.id, address: addressOf({ path }) }
})
export const invitationLinksClosed = createEvent()
export const $invitationLink = createStore<{ readonly id: string; readonly address: string } | null>(null, {
  serialize: 'ignore',
})
  .on(linkCreated, (_, link) => link)
  .reset(invitationLinksClosed, userDataCleared)
sample({ clock: linkCreated, fn: ({ address }) => address, target: textCopied })

const created = changeFx.doneData.filterMap(({ change, data }) =>
  change.call === 'create' ? (data as { id: string; omitted: number }) : undefined,
)
sample({ clock: created, fn: ({ id }) => ({ path: `/settings/sharing#${id}` }), target: screenRequested })
sample({
  clock: created.filter({ fn: ({ omitted }) => omitted > 0 }),
  fn: ({ omitted }) => ({ key: 'app:together.omitted', values: { count: omitted } }),
  target: infoNotified,
})
/** The list still has the folder as it was. */
const ended = sample({
  clock: changeFx.doneData,
  source: $sharedFolders,
  fn: (folders, { change }): UserNotification | null => {
    if (change.call === 'update' && change.input.title !== undefined)
      return { key: 'app:together.renamed', values: { title: change.input.title } }
    if (change.call !== 'removeMember' && change.call !== 'delete') return null
    const folder = folders.find(({ id }) => id === change.input.id)
    const title = folder?.title ?? ''
    if (change.call === 'delete') return { key: 'app:together.ended', values: { title } }
    const { userId } = change.input
    const name = folder?.members.find(({ id }) => id === userId)?.name ?? ''
    return { key: folder?.isOwner ? 'app:together.removed' : 'app:together.left', values: { title, name } }
  },
})
sample({ clock: ended, filter: Boolean, target: infoNotified })
sample({
  clock: changeFx.doneData.filterMap(({ change }) => {
    if (change.call === 'invite' && change.input.handle)
      return { key: 'app:together.invited', values: { handle: change.input.handle } }
    if (change.call === 'respond')
      return { key: change.input.accept ? 'app:together.joined' : 'app:together.declined' }
    if (change.call === 'addFeeds') return { key: 'app:together.feedAdded' }
    if (change.call === 'removeFeed') return { key: 'app:together.feedRemoved' }
    return undefined
  }),
  target: infoNotified,
})
sample({
  clock: changeFx.doneData.filterMap(({ change }) =>
    change.call === 'respond' && change.input.token ? { path: '/settings/sharing' } : undefined,
  ),
  target: screenRequested,
})

/** The names of members, each once. */
export const memberNames = (
  members: readonly { readonly id: string; readonly name: string }[],
): readonly string[] => [...new Map(members.map(({ id, name }) => [id, name])).values()]
