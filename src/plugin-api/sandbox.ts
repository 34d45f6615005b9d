/**
 * What the code of a plugin from elsewhere finds in its worker, and on the server: `lectern`. On the server that is all there is
 * beside JavaScript itself: no `URL`, `URLSearchParams`, `FormData`, `btoa`, `TextEncoder`, `crypto`, `fetch` nor timers.
 */
import type * as effector from 'effector'
import type { SandboxClientHost } from './client.ts'
import type { OutboundResponse } from './outbound.ts'
import type { SandboxServerHost } from './server.ts'

/** `lectern` of the browser half. */
export type ClientLectern = {
  /** Makes stores and events. */
  readonly effector: typeof effector
  /** Starts the browser half: everything is registered while `start` runs. */
  start(half: { start(host: SandboxClientHost): void }): void
}

/** `lectern` of the server half. */
export type ServerLectern = {
  /** Starts the server half: every handler is registered while `start` runs. */
  start(half: { start(host: SandboxServerHost): void }): void
  /**
   * Fails in words: `key` is one of the plugin's locales, or with `app:` one of the reader's. The user sees them; anything
   * else that is thrown counts as a crash.
   * @example if (!entry.url) lectern.refuse('noAddress', { title: entry.title })
   */
  refuse(key: string, values?: Readonly<Record<string, string | number>>, reason?: string): never
  /** What plugins that save entries to a service have in common. */
  readonly saving: ServerSaving
  /**
   * Fields as `application/x-www-form-urlencoded`, also for the query of an address.
   * @example lectern.form({ url: 'https://example.org/', title: 'A title' })
   */
  form(fields: Readonly<Record<string, string | number | boolean>>): string
  /** The text in UTF-8, in base64: `Authorization: Basic …`. */
  base64(text: string): string
  /** The parts of an address, or of one that is relative to `base`; null where it is none. */
  url(address: string, base?: string): AddressParts | null
}

/** As {@link URL} names them; `query` has the last value of each name. */
export type AddressParts = {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly query: Readonly<Record<string, string>>
}

type Reply = Omit<OutboundResponse, 'bytes'>

/** `service` is its name, as users know it. Each refuses in the reader's own words. */
export type ServerSaving = {
  /** A value that the user has to enter first, without spaces around it. @param setting its key, whose label the message shows */
  required(value: unknown, service: string, setting: string): string
  /** The address of an entry. */
  webAddressOf(entry: { readonly url?: string | null | undefined }, service: string): string
  /** An address from the settings, without the slash at its end. */
  baseAddress(value: unknown): string
  /** The response if it is a success; otherwise what the service says is wrong. */
  succeeded(reply: Reply, service: string): Reply
  /** The JSON of a response. @param fits whether it is as the service documents it */
  bodyOf<Body = Readonly<Record<string, unknown>>>(
    reply: Reply,
    service: string,
    fits?: (body: Body) => boolean,
  ): Body
}
