/** Calls of the wire contract that a plugin answers: other clients and programs send them to addresses of their own. */
import type { z } from 'zod'
import type { Extension, WireCall } from '../contract/extend.ts'
import type { WithCode } from './calls.ts'

export {
  analytics,
  done,
  envelope,
  epochMs,
  feed,
  isoTime,
  profileUser,
  webAddress,
} from '../contract/shapes.ts'
export type { WireCall }

/**
 * The default export of a plugin's wire.ts, which both halves read: what it adds to the contract.
 * @example
 * export default defineWire({
 *   calls: { 'tides.list': { at: ['GET', '/tides', 'read'], input: z.object({}), output: envelope(z.array(z.string())) } },
 *   errors: { tideNotFound: [23001, 404, 'Tide not found'] },
 * })
 */
export const defineWire = <const W extends Extension>(wire: W): W => wire

/** How the browser half sends them. Each rejects with a PluginRefusal in words. */
export type SendWire = (<C extends WireCall>(
  call: C,
  input: z.input<C['input']>,
  options?: {
    /** The server carries a repeated write with the same key out once. */
    readonly idempotencyKey?: string
    /** An aborted call rejects with the abort. */
    readonly signal?: AbortSignal
    /** Receives the data of the server-sent events of a streamed call. */
    readonly onEvent?: (data: string) => void
  },
) => Promise<z.output<C['output']>>) & {
  /** For calls that cost something. */
  readonly withCode: WithCode
}
