/** Error responses of the contract: a refusal as in the catalogue, any other error as 1005 with a trace id. */
import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import { diskFull } from '../storage/engine/disk-full.ts'
import { ERROR_CONTENT_TYPE, Refusal } from './refusal.ts'

/** @returns the response for an error of a handler; unexpected errors are logged with their trace id */
export function errorResponse(thrown: unknown, log: Log, call: string): Response {
  if (thrown instanceof Refusal) return refused(thrown)
  if (diskFull(thrown)) {
    log.error('The disk is full', { call, cause: thrown })
    return refused(new Refusal('storageFull', 'Nothing was saved. You can continue to read.'))
  }
  const trace = randomUUID()
  log.error('A call failed', { call, trace, cause: thrown })
  return refused(new Refusal('internal', `trace ${trace}`))
}

function refused({ status, headers, body }: Refusal): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': ERROR_CONTENT_TYPE, ...headers },
  })
}
