/**
 * The messages from a plugin's frame: calls and responses of birpc, and the frame's own. A plugin can send any text, so that each
 * is parsed by these schemas and what does not fit is dropped. The functions check their arguments, and whoever has called
 * checks the response.
 */
import { z } from 'zod'
import type { Failure, HostFunctions } from './functions.ts'
import { fromText } from './json.ts'
import { pluginText, shortText } from './schemas.ts'
import { MAX_STACK_LINES } from './stack-lines.ts'

const callId = z.string().min(1).max(40)
const lines = z.array(z.number().int().nonnegative()).max(MAX_STACK_LINES).optional()
export const failure: z.ZodType<Failure> = z.object({
  text: pluginText.optional(),
  message: shortText.optional(),
  lines,
})
const functionName = z.enum({
  call: 'call',
  show: 'show',
  open: 'open',
  failed: 'failed',
} satisfies { [Name in keyof HostFunctions]: Name })

const rpcMessage = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('q'),
    i: callId.optional(),
    m: functionName,
    a: z.array(z.unknown()).max(3),
  }),
  z.object({ t: z.literal('s'), i: callId, r: z.unknown().optional(), e: failure.optional() }),
])
export type RpcMessage = z.infer<typeof rpcMessage>

/** The worker was ended, or threw. */
const frameMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ended'), reason: z.enum(['flood', 'size']) }),
  z.object({ type: z.literal('error'), message: shortText, lines }),
])
const fromPlugin = z.union([rpcMessage, frameMessage])

/** @returns null for what no worker of ours sends; `too large` for a value beyond the limits */
export function parseFromPlugin(text: string): z.infer<typeof fromPlugin> | 'too large' | null {
  let value: unknown
  try {
    value = fromText(text)
  } catch (error) {
    return error instanceof RangeError ? 'too large' : null
  }
  // Before a schema walks it: a deep value would exhaust the stack.
  if (!withinLimits(value)) return 'too large'
  return fromPlugin.safeParse(value).data ?? null
}

/** Bounds of a value that a plugin sent. Some thousand nested elements crash the browser's tab, which nothing can catch. */
const MAX_DEPTH = 64
const MAX_NODES = 20_000

/** Counts without recursion, and stops at the limit. */
function withinLimits(value: unknown): boolean {
  const waiting = [{ value, depth: 0 }]
  let nodes = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    nodes += 1
    if (next.depth > MAX_DEPTH || nodes > MAX_NODES) return false
    if (next.value === null || typeof next.value !== 'object' || ArrayBuffer.isView(next.value)) continue
    for (const part of Object.values(next.value)) waiting.push({ value: part, depth: next.depth + 1 })
  }
  return true
}
