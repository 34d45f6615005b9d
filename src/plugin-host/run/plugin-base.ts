/** What a plugin has while its code waits: its messages, the calls of its server half, and what its manifest declares. */
import { createEffect, createEvent, sample, type EventCallable } from 'effector'
import type { Api } from '../../api/index.ts'
import type { Feature } from '../../features/feature.ts'
import { errorNotified, infoNotified } from '../../model/app/index.ts'
import {
  type ClientHost,
  type Contributions,
  PluginRefusal,
  type PluginMessage,
} from '../../plugin-api/client.ts'
import { contributionPermissions, type Contributes } from '../../plugin-api/contributes.ts'
import type { Manifest, Permission, PluginCall, PluginResponse } from '../../plugin-api/manifest.ts'
import { reportServerHalf } from '../installed/report-server-half.ts'
import type { Run, Trigger } from './app-scope.ts'
import { declaredOutput, type DeclaredOutput } from './capabilities/declared-output.ts'
import { provideOutput } from './capabilities/plugin-player.ts'
import { contributions } from './contributions/contributions.ts'
import type { AnyKind, Contributor, Declaration, Landings } from './contributions/kind.ts'
import { createCommands } from './contributions/plugin-command.ts'
import { notificationOf, refusalNotificationOf } from './contributions/plugin-message.ts'
import { isUnreachable } from './is-unreachable.ts'

/** What a plugin has registered so far. */
type Registered = { [Landing in keyof Landings]?: Landings[Landing][number][] }

/** A row of the manifest, and what the code gives for it. */
type Slot = { readonly key: unknown; readonly returns: unknown; readonly give: (given: unknown) => void }

/** By what a contribution is found; by its place where it has no name. */
function keyOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { id, path, command, title } = given as Readonly<Record<string, unknown>>
  return id ?? path ?? command ?? title
}

type BaseParts = {
  readonly manifest: Manifest
  readonly api: Pick<Api, 'plugins'>
  /** Triggered when the plugin throws anything but a PluginRefusal. */
  readonly broke: EventCallable<{ id: string; error: unknown }>
  readonly trigger: Trigger
  readonly run: Run
}
type Waiting = {
  readonly isWaiting: () => boolean
  /** Runs the code, and waits for it. */
  readonly used: () => Promise<void>
}

// Of all plugins: Effector's scope keeps a record of each effect, also after its plugin has stopped.
const workFx = createEffect((work: () => unknown) => work())
export type PluginBase = ReturnType<typeof createPluginBase>

/** What a plugin has while its code waits: its messages and its contributions. */
export function createPluginBase(
  { manifest, api, broke, trigger, run }: BaseParts,
  undos: (() => void)[],
  { isWaiting, used }: Waiting,
) {
  const { id } = manifest
  let registered: Registered = {}
  let taken: Registered = {}
  let player: DeclaredOutput | null = null
  const slots = new Map<string, Slot[]>()
  undos.push(() => {
    registered = {}
    taken = {}
    slots.clear()
  })
  const started = createEvent()
  const placed = createEvent()
  sample({ clock: started, target: placed })
  const notified = createEvent<PluginMessage>()
  const failed = createEvent<unknown>()
  sample({
    clock: notified,
    fn: (message) => notificationOf(manifest, message),
    target: infoNotified,
  })
  sample({
    clock: failed.filterMap((error) => (error instanceof PluginRefusal ? error.text : undefined)),
    fn: (text) => refusalNotificationOf(manifest, text),
    target: errorNotified,
  })
  sample({
    clock: failed,
    filter: (error) => !(error instanceof PluginRefusal),
    fn: (error) => ({ id, error }),
    target: broke,
  })
  /** An error of a component, which React reports outside of the scope. */
  const partFailed = (error: unknown) => trigger(broke, { id, error })

  const inScope = (work: () => unknown): Promise<unknown> => run(workFx, work)
  const isPermitted = (permission: Permission) => manifest.permissions.includes(permission)
  const contributor: Contributor = {
    manifest,
    started: placed,
    failed,
    broke: partFailed,
    trigger,
    onStop: (undo) => void undos.push(undo),
    commandOf: createCommands({ manifest, notified, failed }),
    countIn: (landing) => registered[landing]?.length ?? 0,
  }
  const kinds = Object.entries<AnyKind>(contributions)
  /** @returns what the plugin has back */
  const land = ({ add }: AnyKind, given: unknown): unknown => {
    const { returns, ...lands } = add(given as never, contributor)
    for (const [landing, items] of Object.entries(lands))
      registered = { ...registered, [landing]: [...(registered[landing as keyof Landings] ?? []), ...items] }
    return returns
  }
  const isAllowed = (name: string) => {
    const permission = contributionPermissions[name as keyof Contributes]
    return permission === undefined || isPermitted(permission)
  }
  /** The host's function for a kind. What the manifest has declared is there already, and is given its functions. */
  const adderOf = (name: string, kind: AnyKind) => (given: unknown) => {
    if (!isAllowed(name)) return undefined
    const waiting = slots.get(name) ?? []
    const slot = waiting.find(({ key }) => key === keyOf(given))
    if (!slot) return land(kind, given)
    waiting.splice(waiting.indexOf(slot), 1)
    slot.give(given)
    return slot.returns
  }
  const slotOf = (kind: AnyKind, row: unknown): Slot => {
    let input: unknown = null
    const uses: ((given: never) => void)[] = []
    const declaration: Declaration<never> = {
      async load() {
        await used()
        return input as never
      },
      use(work) {
        if (input !== null && !isWaiting()) return work(input as never)
        return used().then(() => (input === null ? null : inScope(() => work(input as never))) as never)
      },
      whenLoaded: (use) => void uses.push(use),
    }
    const stands = kind.declared ? kind.declared(row as never, declaration, contributor) : row
    return {
      key: keyOf(row),
      returns: land(kind, stands),
      give(given) {
        input = given
        for (const use of uses) use(given as never)
      },
    }
  }
  const send = async (pluginCall: PluginCall, input: unknown): Promise<PluginResponse> => {
    const { data } = await api.plugins
      .call({ plugin: id, call: pluginCall.name, input })
      .catch((error: unknown) => {
        throw isUnreachable(error) ? new PluginRefusal('app:plugin.offline') : error
      })
    return data as PluginResponse
  }
  const call: ClientHost['call'] = (pluginCall) => async (input) => {
    const response = await send(pluginCall, input)
    reportServerHalf(id, response, trigger)
    return pluginCall.output.parse(outputOf(response))
  }
  return {
    adders: Object.fromEntries(
      kinds.map(([name, kind]) => [name, adderOf(name, kind)]),
    ) as unknown as Contributions,
    call,
    started,
    placed,
    notified,
    failed,
    isPermitted,
    /** What plays its tracks until the code does; null: nothing. */
    declaredPlayer: () => player,
    hasTransforms: () => (registered.contentTransforms ?? []).length > 0,
    /** Adds what the manifest declares. */
    declare(rows: Contributes) {
      if (manifest.activation?.includes('player')) {
        player = declaredOutput(used)
        provideOutput(id, player.output, trigger, undos)
      }
      for (const [name, kind] of kinds)
        if (isAllowed(name))
          slots.set(
            name,
            ((rows as Readonly<Record<string, readonly unknown[]>>)[name] ?? []).map((row) =>
              slotOf(kind, row),
            ),
          )
    },
    /** What was registered since the last time. */
    taken() {
      const { commands = [], ...contributed } = Object.fromEntries(
        Object.entries(registered).flatMap(([landing, items]) => {
          const before = taken[landing as keyof Landings]?.length ?? 0
          return items.length > before ? [[landing, items.slice(before)]] : []
        }),
      ) as Registered
      taken = registered
      return { commands, feature: contributed as Omit<Feature, 'id'> }
    },
  }
}

function outputOf(response: PluginResponse): unknown {
  if (!response.ok) throw new PluginRefusal(response.words.key, response.words.values)
  return response.output
}
