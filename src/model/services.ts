/** What the model needs of the world, handed in under the scope: `fork({ values: [[$services, …]] })`. */
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'effector'
import type { Api, Listen } from '../api/index.ts'
import type { Clock } from '../core/index.ts'
import type { Local } from '../local/calls.ts'

/** localStorage, as far as it is used. */
export type KeyValue = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** What the browser tells: it came online, the window was hidden, the page is about to go. */
export type Signal = 'online' | 'offline' | 'visible' | 'hidden' | 'leaving'

export type World = {
  readonly online: () => boolean
  /** @returns its undo */
  readonly listen: (signal: Signal, heard: () => void) => () => void
  /** Waits for a name that one tab at a time may hold, and keeps it until the tab dies or the undo is called. */
  readonly hold: (name: string, held: () => void) => () => void
  /** Opens an address in a new tab. */
  readonly openAddress: (url: string) => void
  readonly copyText: (text: string) => Promise<void>
  /** Hands a file to the person. */
  readonly download: (name: string, content: BlobPart) => void
  readonly reload: () => void
  /** Whether this page is one that was loaded again, not one that was gone to. */
  readonly reloaded: () => boolean
}

export type Services = {
  readonly local: Local
  readonly api: Api
  /** The server's responses that are still fresh. */
  readonly queryClient: QueryClient
  /** Opens the stream of what the server tells. */
  readonly live: Listen
  readonly clock: Clock
  readonly newId: () => string
  readonly storage: KeyValue
  readonly language: () => string
  readonly world: World
}

/** Nothing works without the app, or a test, having handed them in: the first use says so. */
const absent = new Proxy({} as Services, {
  get: (_, name) => {
    throw new Error(`The model was used without services: ${String(name)}`)
  },
})
export const $services = createStore<Services>(absent, { serialize: 'ignore' })
