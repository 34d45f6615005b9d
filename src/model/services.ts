/** Dependencies of the model, injected per scope: `fork({ values: [[$services, …]] })`. */
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'effector'
import type { Api, Listen } from '../api/index.ts'
import type { Clock } from '../core/index.ts'
import type { Local } from '../local/calls.ts'
import type { DevicePush } from './push/device-push.ts'

/** The used part of localStorage. */
export type KeyValue = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Browser events: online state, visibility of the window, unloading of the page. */
export type Signal = 'online' | 'offline' | 'visible' | 'hidden' | 'leaving'

export type Platform = {
  readonly online: () => boolean
  /** @returns removes the listener */
  readonly listen: (signal: Signal, listener: () => void) => () => void
  /** Acquires an exclusive lock across tabs and holds it until the tab closes. @returns releases it */
  readonly acquireLock: (name: string, acquired: () => void) => () => void
  /** Opens an address in a new tab. */
  readonly openAddress: (url: string) => void
  /** Opens the system's share dialog; absent where there is none. A cancelled one resolves too. */
  readonly share?: (shared: { readonly title: string; readonly url: string }) => Promise<void>
  /** Loads this browser's push subscriptions; absent where there are none. */
  readonly push?: () => Promise<DevicePush>
  /** The files downloaded for offline use; absent where the browser cannot store any. */
  readonly offlineFiles?: OfflineFiles
  /** Opens an address of another application, such as obsidian://. */
  readonly openApp: (url: string) => void
  /** The text that is selected on the page; empty when there is none. */
  readonly selectedText: () => string
  readonly copyText: (text: string) => Promise<void>
  /** Downloads a file. */
  readonly download: (name: string, content: BlobPart) => void
  /** The copy of a local database that had to be rebuilt; absent where nothing is stored. */
  readonly damagedCopy?: () => Promise<readonly File[]>
  readonly reload: () => void
  /** Reloads the reader, at a path. */
  readonly restart: (path: string) => void
  /** Identifies the build of the page. */
  readonly build: () => string
  /** Whether this page was reloaded, as opposed to navigated to. */
  readonly reloaded: () => boolean
}

export type OfflineFileKind = 'pictures' | 'recordings'
/** Files of entries that are stored in this browser, by their own addresses. */
export type OfflineFiles = {
  readonly stored: (kind: OfflineFileKind) => Promise<readonly string[]>
  /**
   * Fetches a file from a path of the server and stores it.
   * @returns false where it cannot be fetched @throws DOMException QuotaExceededError
   */
  readonly fetch: (
    file: { readonly kind: OfflineFileKind; readonly url: string; readonly path: string },
    signal: AbortSignal,
  ) => Promise<boolean>
  /** The address under which the page shows or plays a stored file; null where it is not stored. */
  readonly addressOf: (kind: OfflineFileKind, url: string) => Promise<string | null>
  /** Bytes of all stored files. */
  readonly size: () => Promise<number>
  readonly clear: () => Promise<void>
}

export type Services = {
  readonly local: Local
  readonly api: Api
  /** The server's responses that are still fresh. */
  readonly queryClient: QueryClient
  /** Opens the stream of server events. */
  readonly live: Listen
  readonly clock: Clock
  readonly newId: () => string
  readonly storage: KeyValue
  readonly language: () => string
  readonly platform: Platform
}

/** Throws at the first use if the app or a test did not inject services. */
const absent = new Proxy({} as Services, {
  get: (_, name) => {
    throw new Error(`The model was used without services: ${String(name)}`)
  },
})
export const $services = createStore<Services>(absent, { serialize: 'ignore' })
