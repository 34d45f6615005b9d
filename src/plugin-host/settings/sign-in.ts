/** Connects a plugin to its service: the user signs in there, and the server stores what comes of it. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { webAddress } from '../../core/safe-href.ts'
import { notificationFor } from '../../model/app/notify-failures.ts'
import { notifyFailures, type UserNotification } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'
import type { Manifest, PluginResponse } from '../../plugin-api/manifest.ts'
import { notificationOf } from '../run/contributions/plugin-message.ts'
import { mapWithout } from '../run/map-without.ts'
import { pluginsAdded } from './plugin-states.ts'

export const connectRequested = createEvent<Manifest>()
export const disconnectRequested = createEvent<Manifest>()

/** @returns why the sign-in cannot begin; null where the page of the service opens */
const connectFx = attach({
  source: $services,
  effect: async ({ api }, manifest: Manifest): Promise<UserNotification | null> => {
    try {
      const response = (await api.plugins.signIn({ plugin: manifest.id })).data as PluginResponse
      if (!response.ok) return notificationOf(manifest, response.words)
      const address = webAddress((response.output as { address: string }).address)
      if (address !== undefined) window.location.assign(address)
      return null
    } catch (error) {
      return notificationFor(error) ?? { key: 'app:plugin.offline' }
    }
  },
})
sample({ clock: connectRequested, target: connectFx })

const disconnectFx = attach({
  source: $services,
  effect: async ({ api }, { id }: Manifest) => {
    const refetch = scopeBind(pluginsAdded)
    await api.plugins.signOut({ plugin: id })
    refetch([id])
  },
})
sample({ clock: disconnectRequested, target: disconnectFx })
notifyFailures(disconnectFx.failData, { key: 'app:plugin.offline' })

/** The last sign-in of a plugin could not begin, by plugin. */
export const $signInProblems = createStore<ReadonlyMap<string, UserNotification>>(new Map(), {
  serialize: 'ignore',
})
  .on(connectRequested, (all, { id }) => mapWithout(all, id))
  .on(connectFx.done, (all, { params: { id }, result }) => (result ? new Map(all).set(id, result) : all))

/** Ids of the plugins whose sign-in begins or ends. */
export const $signingIn = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on([connectFx, disconnectFx], (ids, { id }) => [...ids, id])
  .on([connectFx.finally, disconnectFx.finally], (ids, { params: { id } }) => ids.filter((one) => one !== id))
