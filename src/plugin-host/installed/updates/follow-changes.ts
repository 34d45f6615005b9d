/** Who writes a plugin sees each change at once: what `lectern-plugin watch` serves on this machine is installed as it changes. */
import i18next from 'i18next'
import { attach, createEvent, createStore, sample } from 'effector'
import { grantsOf } from '../../../contract/plugin-bundle.ts'
import { asApiError } from '../../../model/api-errors.ts'
import { infoNotified, notifyFailures } from '../../../model/app/index.ts'
import { pluginFollowingToggled } from '../../../model/plugins/index.ts'
import { $services, type Services } from '../../../model/services.ts'
import { createTimer } from '../../../model/timer.ts'
import { isUnreachable } from '../../run/is-unreachable.ts'
import { $pluginSources, isOnThisMachine, type PluginSource } from '../../run/catalogue.ts'
import { $updates, pluginUpdated, updateCleared, updateSearched } from './updates.ts'

const LOOK_MS = 1000

export const followingChanged = createEvent<{ readonly plugin: string; readonly on: boolean }>()
/** Ids of plugins, until the reader is loaded again. */
export const $followed = createStore<readonly string[]>([], { serialize: 'ignore' }).on(
  followingChanged,
  (ids, { plugin, on }) => [...ids.filter((id) => id !== plugin), ...(on ? [plugin] : [])],
)

const toggled = sample({
  clock: pluginFollowingToggled,
  source: $followed,
  fn: (ids, plugin) => ({ plugin, on: !ids.includes(plugin) }),
})
sample({ clock: toggled, target: followingChanged })
sample({
  clock: toggled,
  fn: ({ plugin, on }) => ({
    key: on ? 'app:plugin.update.following' : 'app:plugin.update.notFollowing',
    values: { plugin: i18next.t(`${plugin}:name`) },
  }),
  target: infoNotified,
})

type Looked = { readonly plugin: string; readonly outcome: 'same' | 'installed' | 'wantsMore' }
type From = { readonly services: Services; readonly sources: readonly PluginSource[] }

async function outcomeOf({ services: { api }, sources }: From, plugin: string): Promise<Looked['outcome']> {
  const installed = sources.find(({ id }) => id === plugin)?.installed
  if (!installed?.address || !isOnThisMachine(installed.address)) return 'same'
  const { address, granted } = installed
  const { manifest, hash } = (await api.plugins.preview({ address })).data
  if (hash === installed.hash || manifest.id !== plugin) return 'same'
  const known: readonly string[] = installed.manifest.permissions
  const permissions: readonly string[] = manifest.permissions
  // What it may do beside that is asked as ever, on its page.
  if (permissions.some((one) => !known.includes(one))) return 'wantsMore'
  await api.plugins.install({ address, hash, granted: [...grantsOf(manifest, granted)] })
  return 'installed'
}

const lookFx = attach({
  source: { services: $services, sources: $pluginSources },
  effect: async (from, plugin: string): Promise<Looked> => {
    try {
      return { plugin, outcome: await outcomeOf(from, plugin) }
    } catch (error) {
      // It is not served at the moment.
      const refusal = asApiError(error)
      if (isUnreachable(error) || (refusal?.kind === 'refused' && refusal.key === 'pluginUnreachable'))
        return { plugin, outcome: 'same' }
      throw error
    }
  },
})
const eachFx = attach({
  source: $followed,
  effect: (ids) => Promise.all(ids.map((id) => lookFx(id).catch(() => {}))),
})
const looking = createTimer()
sample({
  clock: [followingChanged, eachFx.finally],
  source: $followed,
  filter: ({ length }) => length > 0,
  fn: () => LOOK_MS,
  target: looking.started,
})
sample({ clock: looking.fired, target: eachFx })

const looked = (outcome: Looked['outcome']) =>
  lookFx.doneData.filterMap((one) => (one.outcome === outcome ? one.plugin : undefined))
sample({ clock: looked('installed'), target: [updateCleared, pluginUpdated] })
sample({
  clock: looked('wantsMore'),
  source: $updates,
  filter: (updates, plugin) => updates[plugin]?.found === undefined,
  fn: (_, plugin) => plugin,
  target: updateSearched,
})
// What the server refuses would be refused each second.
sample({ clock: lookFx.fail, fn: ({ params }) => ({ plugin: params, on: false }), target: followingChanged })
notifyFailures(lookFx.failData)
