/** Profiles of other users. Loads with the screens that show them. */
import { attach, createEvent, createStore, sample } from 'effector'
import type { ProfileUser } from '../../contract/shapes.ts'
import type { LocalUser } from '../../local/calls.ts'
import { userDataCleared } from '../app/events.ts'
import { USERS_STALE_MS } from '../query-client.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'

/** Profiles that are needed within this time are requested together (spec 7), ms. */
const WINDOW_MS = 100
/** Maximum ids per call (contract/profiles.ts). */
const BATCH = 500

/** The profile of this user is about to be shown. */
export const profileNeeded = createEvent<string>()
/** Profiles received with another response. */
export const profilesReceived = createEvent<readonly ProfileUser[]>()

type Loaded = { readonly users: readonly LocalUser[]; readonly at: number }
const received = createEvent<Loaded>()
type KnownUser = LocalUser & {
  /** ms since 1970; 0: stored by an earlier page. */
  readonly receivedAt: number
}
export const $users = createStore<ReadonlyMap<string, KnownUser>>(new Map(), { serialize: 'ignore' })
  .on(received, (known, { users, at }) => {
    const next = new Map(known)
    for (const user of users) next.set(user.id, { ...user, receivedAt: at })
    return next
  })
  .reset(userDataCleared)

const noIds: ReadonlySet<string> = new Set()
const fetchFx = attach({
  source: $services,
  effect: async ({ api, local, clock }, ids: readonly string[]): Promise<Loaded> => {
    const stored = await local.call('users.get', ids)
    // A refused batch yields nothing (spec 8); the stored profiles remain.
    const fetched = await api.profiles.batch({ ids: [...ids] }).then(
      ({ data }) => Object.values(data).map(toLocalUser),
      () => null,
    )
    if (fetched === null) return { users: stored, at: 0 }
    await local.call('users.put', fetched)
    return { users: fetched, at: clock.now() }
  },
})
/** Needed and not requested yet. */
const $needed = createStore(noIds, { serialize: 'ignore' })
const $loading = createStore(noIds, { serialize: 'ignore' })
  .on(fetchFx, (loading, ids) => new Set([...loading, ...ids]))
  .on(fetchFx.finally, (loading, { params }) => new Set([...loading].filter((id) => !params.includes(id))))

const nowFx = attach({ source: $services, effect: ({ clock }, id: string) => ({ id, now: clock.now() }) })
sample({ clock: profileNeeded, target: nowFx })
const missing = sample({
  clock: nowFx.doneData,
  source: { users: $users, loading: $loading },
  filter: ({ users, loading }, { id, now }) =>
    id !== '' && !loading.has(id) && now - (users.get(id)?.receivedAt ?? 0) >= USERS_STALE_MS,
  fn: (_, { id }) => id,
})
$needed.on(missing, (needed, id) => new Set([...needed, id])).reset([fetchFx, userDataCleared])

/** The window begins with its first profile. */
const window = createTimer()
sample({
  clock: missing,
  source: window.$running,
  filter: (isRunning) => !isRunning,
  fn: () => WINDOW_MS,
  target: window.started,
})
sample({
  clock: window.fired,
  source: $needed,
  filter: (ids) => ids.size > 0,
  fn: (ids) => [...ids].slice(0, BATCH),
  target: fetchFx,
})
sample({ clock: fetchFx.doneData, target: received })

const storeFx = attach({
  source: $services,
  effect: async ({ local, clock }, profiles: readonly ProfileUser[]): Promise<Loaded> => {
    const users = profiles.map(toLocalUser)
    await local.call('users.put', users)
    return { users, at: clock.now() }
  },
})
sample({ clock: profilesReceived, filter: ({ length }) => length > 0, target: storeFx })
sample({ clock: storeFx.doneData, target: received })

const toLocalUser = ({ id, name, handle, image, bio, website, socialLinks }: ProfileUser): LocalUser => ({
  id,
  name,
  handle,
  image,
  bio,
  website,
  socialLinks,
})
