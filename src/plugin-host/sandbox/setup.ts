import { sandboxedKinds } from '../run/contributions/contributions.ts'
import type { Setup } from './functions.ts'
import { hostCalls } from './host-calls.ts'

/** What every worker begins with. */
export const setup: Setup = {
  stores: { settings: {}, listed: [] },
  kinds: sandboxedKinds.map(([name]) => name),
  calls: Object.keys(hostCalls),
}
