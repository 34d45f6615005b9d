/**
 * What plugins add to the contract: calls, refusals, and schemes of feed addresses. A process that loads the plugins adds
 * them once; whatever handles calls by name then handles these as well.
 */
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { errorCatalogue } from './errors.ts'
import { addFeedSchemes } from './feed-schemes.ts'
import { paths, type CallPath } from './paths.ts'

/** A call at an address of its own below /api: its method, path, scope and form, and its schemas. */
export type WireCall = Call & { readonly at: CallPath }

export type Extension = {
  readonly calls: Readonly<Record<string, WireCall>>
  /** Refusals by key: code, HTTP status, English message. Their translations are `errors.CODE` of the plugin's locales. */
  readonly errors?: Readonly<Record<string, readonly [code: number, status: number, message: string]>>
  /** Schemes of feed addresses that the server half reads. */
  readonly schemes?: readonly string[]
}

/** Adding the same again changes nothing. @throws for the name of another's call or refusal */
export function extendContract({ calls: added, errors = {}, schemes = [] }: Extension): void {
  for (const [name, call] of Object.entries(added)) {
    add(calls, name, call)
    add(paths, name, call.at)
  }
  for (const [key, error] of Object.entries(errors)) add(errorCatalogue, key, error)
  addFeedSchemes(schemes)
}

function add(table: object, name: string, value: unknown): void {
  const known: unknown = Reflect.get(table, name)
  if (known !== undefined && known !== value) throw new Error(`The contract has ${name} already`)
  Reflect.set(table, name, value)
}
