/** The command registry and the context. */
import { createEvent, createStore } from 'effector'
import { createContext, createRegistry, type Targets } from '../../core/index.ts'
import { $services } from '../services.ts'

export const context = createContext('timeline')
const noTargets: Targets = {
  entries: () => undefined,
  subscriptions: () => undefined,
  category: () => undefined,
  view: () => undefined,
}
/** The current targets of commands, see model/start/targets.ts. */
export const targetsChanged = createEvent<Targets>()
export const $targets = createStore<Targets>(noTargets, { serialize: 'ignore' }).on(
  targetsChanged,
  (_, targets) => targets,
)
export const registry = createRegistry({
  $contextKeys: context.$contextKeys,
  $targets,
  $newId: $services.map((services) => () => services.newId()),
})
