/** `@lectern/plugin/testing`: runs the halves of a plugin without a reader, in this process. */
import * as effector from 'effector'
import { compileFunction, createContext, runInContext } from 'node:vm'
import { addressParts, PRELUDE } from '../../server/plugins/halves/prelude.ts'
import { readFolder } from './read-folder.ts'

type Values = Readonly<Record<string, unknown>>
type Answer = (...args: readonly never[]) => unknown

/** What a plugin has: its manifest, and the code of both halves. */
export type Plugin = { readonly manifest: Values; readonly client: string; readonly server?: string }

/** The plugin in a folder. @throws Error that says what is wrong with it */
export const pluginIn = (folder: string): Plugin => JSON.parse(readFolder(folder).text) as Plugin

export type ClientOptions = {
  readonly settings?: Values
  /** Functions of the host by name, such as `entries`, `fetch` and `contentOf`; a call of others fails. */
  readonly host?: Readonly<Record<string, Answer>>
}
export type StartedClient = {
  /** What the plugin added, by the function of the host. */
  readonly added: Readonly<Record<string, readonly Record<string, unknown>[]>>
  /** Runs a command. @throws what it throws, and where there is none */
  run(id: string, context?: Values): Promise<unknown>
}

/** Starts the browser half: what is registered while it starts can be looked at and called. */
export function startClient({ client }: Pick<Plugin, 'client'>, options: ClientOptions = {}): StartedClient {
  const added: Record<string, Record<string, unknown>[]> = {}
  const store = (value: unknown) => effector.createStore(value, { serialize: 'ignore' })
  const started = effector.createEvent()
  const host: Record<string, unknown> = {
    $settings: store(options.settings ?? {}),
    reader: { $open: store(null), $listed: store([]), $view: store(0), $language: store('en') },
    started,
    failed: effector.createEvent<unknown>(),
    onStop: () => {},
    ...options.host,
  }
  const start = (half: { start(host: unknown): void }) =>
    half.start(
      new Proxy(host, {
        get: (target, name) =>
          Object.hasOwn(target, name)
            ? target[String(name)]
            : (one: Record<string, unknown> = {}) => {
                ;(added[String(name)] ??= []).push(one)
                return effector.createEvent<unknown>()
              },
      }),
    )
  // Here, so that what it makes can be compared with values of the test.
  compileFunction(client, ['lectern'])({ effector, start })
  started()
  return {
    added,
    async run(id, context = {}) {
      const command = added['command']?.find((one) => one['id'] === id)
      if (!command) throw new Error(`There is no command ${id}`)
      return (command['run'] as (context: Values) => unknown)({
        entry: null,
        entries: [],
        args: {},
        ...context,
      })
    },
  }
}

export type ServerOptions = {
  readonly settings?: Values
  readonly secrets?: Readonly<Record<string, string>>
  /** What the server does for the half, by name: `entry`, `fetch`, `highlights`, `history`, `accessToken`. */
  readonly host?: Readonly<Record<string, (input: never) => unknown>>
}
type Message = { readonly type: string; readonly [part: string]: unknown }

/**
 * Calls a handler of the server half, as the server does: each time anew.
 * @throws Error whose `text` has the words of a refusal, and what the half throws
 */
export async function callServer(
  { server = '' }: Pick<Plugin, 'server'>,
  call: string,
  input: unknown,
  { settings = {}, secrets = {}, host = {} }: ServerOptions = {},
  kind: 'call' | 'job' | 'condition' | 'action' | 'event' = 'call',
): Promise<unknown> {
  const ended = Promise.withResolvers<unknown>()
  const values = new Map<string, unknown>()
  const functions: Readonly<Record<string, (input: never) => unknown>> = {
    valuesGet: ({ name }: { name: string }) => values.get(name) ?? null,
    valuesSet: ({ name, value }: { name: string; value: unknown }) => void values.set(name, value),
    valuesDelete: ({ name }: { name: string }) => void values.delete(name),
    accessToken: () => '',
    ...host,
  }
  const hear = (message: object) =>
    runInContext(`lectern.hear(${JSON.stringify(JSON.stringify(message))})`, context)
  const answer = async ({ id, name, input: asked }: Message) => {
    try {
      const answering = functions[String(name)]
      if (!answering) throw new Error(`The test has no ${String(name)}`)
      hear({ id, output: (await answering(asked as never)) ?? null })
    } catch (error) {
      hear({ id, refusal: (error as { text?: object }).text ?? { key: String(error) } })
    }
  }
  const say = (text: string) => {
    const message = JSON.parse(text) as Message
    if (message.type === 'ask') void answer(message)
    else if (message.type === 'returned') ended.resolve(message['output'])
    else if (message.type === 'threw') ended.reject(new Error(String(message['message'])))
    else if (message.type === 'refused') {
      const words = message['text'] as { readonly key: string }
      ended.reject(Object.assign(new Error(words.key), { text: words }))
    }
  }
  const context = createContext({ say, parsedAddress })
  runInContext(PRELUDE, context)
  runInContext(server, context)
  const begun = JSON.stringify(JSON.stringify({ call, kind, input, settings, secrets }))
  runInContext(`lectern.begin(${begun})`, context)
  return ended.promise
}

const parsedAddress = (address: string, base: string): string =>
  JSON.stringify(addressParts(URL.parse(address, base || undefined)))
