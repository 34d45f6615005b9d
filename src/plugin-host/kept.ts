/** Which plugins are on, and their values, as this browser remembers them: they also start without a connection. */
import { $integration } from '../model/settings/index.ts'

type Values = Readonly<Record<string, unknown>>
export const KEPT = 'plugins'
export type Kept = Readonly<Record<string, { readonly on: boolean; readonly values: Values }>>
export const $kept = $integration.map((settings) => (settings[KEPT] ?? {}) as Kept)

/** Those that should run. */
export const $wanted = $kept.map((kept) => Object.keys(kept).filter((id) => kept[id]?.on))
