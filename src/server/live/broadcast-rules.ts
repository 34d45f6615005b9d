/** What a user's other devices hear of an accepted call; the contract says it of each call. */
import { calls, type Call } from '../../contract/calls.ts'
import { paths, type CallName } from '../../contract/paths.ts'

/** Characters of JSON; a larger input is left out and the device asks by itself. */
const LARGEST_INPUT = 4096

export const isBroadcast = (name: CallName): boolean =>
  paths[name][0] !== 'GET' && (calls[name] as Call).broadcast !== false

/** @param input what the call was given @returns what other devices get of it, or undefined */
export function broadcastInput(name: CallName, input: unknown): Record<string, unknown> | undefined {
  if ((calls[name] as Call).broadcast !== 'input' || typeof input !== 'object' || input === null)
    return undefined
  const { TOTPCode: _code, file: _file, ...fields } = input as Record<string, unknown>
  return JSON.stringify(fields).length <= LARGEST_INPUT ? fields : undefined
}
