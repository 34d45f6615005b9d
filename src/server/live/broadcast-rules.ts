/** Which accepted calls are broadcast to a user's other devices, as declared in the contract. */
import { calls, type Call } from '../../contract/calls.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { readAddress } from '../feeds/fetch/source.ts'

/** Characters of JSON; a larger input is omitted and the device reloads by itself. */
const LARGEST_INPUT = 4096

export const isBroadcast = (name: CallName): boolean =>
  paths[name][0] !== 'GET' && (calls[name] as Call).broadcast !== false

/** @param input the input of the call @returns what other devices receive, or undefined */
export function broadcastInput(name: CallName, input: unknown): Record<string, unknown> | undefined {
  if ((calls[name] as Call).broadcast !== 'input' || typeof input !== 'object' || input === null)
    return undefined
  const { TOTPCode: _code, file: _file, ...fields } = input as Record<string, unknown>
  const plain = typeof fields['url'] === 'string' ? { ...fields, url: visibleUrl(fields['url']) } : fields
  return JSON.stringify(plain).length <= LARGEST_INPUT ? plain : undefined
}

/** Broadcasts are stored until they are received. */
function visibleUrl(typed: string): string {
  const read = readAddress(typed)
  return read?.credentials ? read.address : typed
}
