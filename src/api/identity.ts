/** The headers that say which program and browser calls (spec 1, wire-contract 1.2). */
import { createClientId } from './client-id.ts'

type KeyValue = { getItem(key: string): string | null; setItem(key: string, value: string): void }

export type Identity = {
  readonly version: string
  readonly dev: boolean
  /** Kept across visits. */
  readonly local: KeyValue
  /** Kept while the tab lives. */
  readonly session: KeyValue
  /** What the person reads, so that letters are written in it; empty where it is not known yet. */
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
  const made = createClientId()
  storage.setItem(key, made)
  return made
}
