import { isAddressWithoutScheme } from '../../contract/typed-address.ts'
import { listIdIn } from '../../model/lists/list-address.ts'

/** Parses the follow field: an address to inspect, or search text. */
export type FollowInput =
  | { readonly is: 'nothing' }
  | { readonly is: 'address'; readonly text: string }
  | { readonly is: 'words'; readonly text: string }
  /** The address of a list of this server; `text` is its id. */
  | { readonly is: 'list'; readonly text: string }

const SCHEMES = ['http', 'https', 'feed', 'lectern']

/**
 * An address without a scheme stays without: the server tries https first, then http.
 * @param origin of this server
 * @param schemes further ones, of sources of feeds
 */
export function parseFollowInput(written: string, origin = '', schemes: readonly string[] = []): FollowInput {
  const text = written.trim()
  if (text === '') return { is: 'nothing' }
  const listId = origin !== '' && text.startsWith(`${origin}/`) ? listIdIn(text) : null
  if (listId !== null) return { is: 'list', text: listId }
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase() ?? ''
  if (SCHEMES.includes(scheme) || schemes.includes(scheme))
    return {
      is: 'address',
      text: text.replace(/^feed:(\/\/)?(?=https?:)/i, '').replace(/^feed:(\/\/)?/i, ''),
    }
  if (isAddressWithoutScheme(text)) return { is: 'address', text }
  // One letter finds everything and nothing.
  return text.length < 2 ? { is: 'nothing' } : { is: 'words', text }
}
