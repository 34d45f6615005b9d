/** What a plugin in a sandbox adds, as a built-in plugin gives it: the functions and stores are the worker's. */
import { createEvent, createStore, type EventCallable } from 'effector'
import { z } from 'zod'
import { PluginRefusal, type ClientHost } from '../../plugin-api/client.ts'
import type { FieldValue } from '../../plugin-api/tree.ts'
import { sandboxedKinds, type SandboxedName } from '../run/contributions/contributions.ts'
import type { RemoteContext, RemoteFunction, SandboxedKind } from '../run/contributions/kind.ts'
import {
  HANDLER_PREFIX,
  type Invocation,
  type ContributionPlace,
  type Registration,
  type Registrations,
} from './functions.ts'
import { key } from './schemas.ts'

const names = z.array(key).max(50)
const registration: z.ZodType<Registration> = z.object({
  data: z.unknown(),
  functions: names,
  stores: names,
  handlers: names,
})
/** A value of a store; one that the kind does not have is ignored. */
export type Shown = { readonly place: ContributionPlace; readonly store: string; readonly value: unknown }

export type Worker = RemoteContext & {
  readonly invoke: (invocation: Invocation) => Promise<unknown>
  readonly cancel: (cancelId: number) => void
  readonly hasEnded: () => boolean
}

/**
 * What the worker says that the plugin has registered.
 * @throws Error that names what does not fit
 */
export function readRegistrations(value: unknown): Registrations {
  const lists = z.record(z.string(), z.unknown()).parse(value)
  return Object.fromEntries(
    sandboxedKinds.map(([name, kind]) => {
      const { data: list, error } = z
        .array(registration)
        .max(kind.most)
        .safeParse(lists[name] ?? [])
      if (!list) throw misfit(name, error)
      return [name, list.map((one) => checked(name, kind, one))]
    }),
  )
}

function checked(
  name: string,
  { data, functions = {}, stores = {} }: SandboxedKind,
  one: Registration,
): Registration {
  const read = data.safeParse(one.data)
  if (read.error) throw misfit(name, read.error)
  for (const [part, { isOptional }] of Object.entries({ ...functions, ...stores }))
    if (!isOptional && !one.functions.includes(part) && !one.stores.includes(part))
      throw new Error(`In a sandbox, ${name} has a ${part}`)
  return { ...one, data: read.data }
}

function misfit(name: string, { issues: [issue] }: z.ZodError): Error {
  return new Error(
    `${name} does not fit: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`,
  )
}

const handler: RemoteFunction = {
  output: z.unknown().transform(() => undefined),
  whenEnded: () => undefined,
}

/** Places as keys. */
const keyOf = ({ kind, index }: ContributionPlace): string => `${kind} ${index}`

/** Makes contributions of what was registered. */
export function createRemoteContributions(worker: Worker) {
  /** Opens the page or dialog at a place. */
  const openers = new Map<string, EventCallable<void>>()
  /** Commands that run, and may still open something: it is the user who has run them. */
  const mayOpen = new Set<symbol>()
  const shown = createEvent<Shown>()
  let lastCancelId = 0

  /** @throws what the plugin throws, and a refusal where the time is over */
  async function call(
    place: ContributionPlace,
    name: string,
    spec: RemoteFunction,
    given: readonly unknown[],
  ): Promise<unknown> {
    const run = Symbol(name)
    const signal = spec.hasSignal ? (given.at(-1) as { readonly signal: AbortSignal }).signal : null
    const passed = signal ? given.slice(0, -1) : given
    const args = spec.argsFor?.(passed as never, worker) ?? passed
    const cancelId = signal ? ++lastCancelId : undefined
    const stopped = Promise.withResolvers<never>()
    const abort = () => {
      if (cancelId !== undefined && !worker.hasEnded()) worker.cancel(cancelId)
      stopped.reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    const late =
      spec.limitMs === undefined ? undefined : setTimeout(() => stopped.reject(callFailed()), spec.limitMs)
    if (spec.mayOpen) mayOpen.add(run)
    try {
      const invocation = { ...place, name, args, ...(cancelId !== undefined && { cancelId }) }
      const returned = await Promise.race([worker.invoke(invocation), stopped.promise])
      const { data: output, error } = spec.output.safeParse(returned)
      if (error) throw misfit(`What ${name} of ${place.kind} returns`, error)
      return spec.outputFor ? spec.outputFor(output as never, passed as never, worker) : output
    } catch (error) {
      if (!worker.hasEnded()) throw error
      if (!spec.whenEnded) throw callFailed()
      return spec.whenEnded(passed as never)
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', abort)
      mayOpen.delete(run)
    }
  }

  function contribution(
    place: ContributionPlace,
    kind: SandboxedKind,
    { data, ...has }: Registration,
  ): object {
    const functions = Object.entries(kind.functions ?? {})
      .filter(([name]) => has.functions.includes(name))
      .map(([name, spec]) => [name, (...args: unknown[]) => call(place, name, spec, args)])
    const stores = Object.entries(kind.stores ?? {})
      .filter(([name]) => has.stores.includes(name))
      .map(([name, { value: schema, initial, valueFor }]) => {
        const value = shown.filterMap((one) => {
          if (keyOf(one.place) !== keyOf(place) || one.store !== name) return undefined
          const { data: fitting, success } = schema.safeParse(one.value)
          if (!success) return undefined
          return { fitting: valueFor ? valueFor(fitting as never, worker) : fitting }
        })
        return [
          name,
          createStore<unknown>(initial, { serialize: 'ignore' }).on(value, (_, { fitting }) => fitting),
        ]
      })
    const handlers = has.handlers.map((name) => [
      name,
      (value: FieldValue) => call(place, `${HANDLER_PREFIX}${name}`, handler, [value]),
    ])
    return {
      ...((kind.dataFor ? kind.dataFor(data as never, worker.manifest) : data) as object),
      ...Object.fromEntries([...functions, ...stores]),
      ...(kind.hasHandlers && { on: Object.fromEntries(handlers) }),
    }
  }

  return {
    /** Triggered by the worker. */
    shown,
    /** Adds everything to the host. @throws what the host throws for one of them */
    addTo(host: ClientHost, registered: Registrations): void {
      for (const [name, kind] of sandboxedKinds)
        registered[name]?.forEach((one, index) => {
          const place = { kind: name, index }
          const returned = addOf(host, name)(contribution(place, kind, one))
          if (kind.isOpened) openers.set(keyOf(place), returned as EventCallable<void>)
        })
    },
    /** Once for each command that runs: a plugin must not take the user elsewhere by itself. */
    openerOf(place: ContributionPlace): EventCallable<void> | null {
      const [run] = mayOpen
      const opener = openers.get(keyOf(place))
      if (run === undefined || !opener) return null
      mayOpen.delete(run)
      return opener
    },
  }
}

const addOf = (host: ClientHost, name: SandboxedName) => host[name] as (given: unknown) => unknown

export const callFailed = () => new PluginRefusal('app:plugin.callFailed')
