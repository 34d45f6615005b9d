/** The headers that identify the client and the browser (spec 1, wire-contract 1.2). */

const CLIENT_ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const CLIENT_ID_LENGTH = 21

type KeyValue = { getItem(key: string): string | null; setItem(key: string, value: string): void }

export type Identity = {
  readonly version: string
  readonly dev: boolean
  /** Storage that outlives the tab. */
  readonly local: KeyValue
  /** Storage of this tab. */
  readonly session: KeyValue
  /** The language of the interface, for the e-mails that a call sends; empty before it is known. */
  readonly language?: () => string
}

/** @returns a function, because storage may be cleared (sign-out) while the page lives */
export const identityHeaders =
  ({ version, dev, local, session, language = () => '' }: Identity) =>
  (): Readonly<Record<string, string>> => ({
    ...(language() && { 'Accept-Language': language() }),
    'X-App-Name': 'Lectern Web',
    'X-App-Version': version,
    'X-App-Platform': 'desktop/web',
    ...(dev && { 'X-App-Dev': '1' }),
    'X-Client-Id': persistentId(local, 'follow:client_id'),
    'X-Session-Id': persistentId(session, 'session_id'),
  })

function persistentId(storage: KeyValue, key: string): string {
  const stored = storage.getItem(key)
  if (stored) return stored
  const created = createClientId()
  storage.setItem(key, created)
  return created
}

/** 21 random characters of 64, as the wire's X-Client-Id and X-Session-Id are. */
const createClientId = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(CLIENT_ID_LENGTH)),
    (byte) => CLIENT_ID_CHARACTERS[byte & 63],
  ).join('')
