/** Access keys of instances, sealed: a copy of the database alone opens nobody's RSSHub. */
import type { Storage } from '../storage/open.ts'
import { createStoredSecrets, sealOpenSecrets } from '../storage/stored-secrets.ts'

const USE = 'keys of RSSHub instances'
const COLUMN = { table: 'rsshubInstances', key: 'id', column: 'accessKey' }

/** Seals keys before they are stored, and opens them when an instance is asked. */
export type InstanceKeys = {
  readonly close: (key: string | null) => string | null
  /** Of a key that another secret sealed, null: its instance is asked without one and says so. */
  readonly open: (kept: string | null) => string | null
}

/** @param secret the server's own, from the data folder */
export function createInstanceKeys(secret: string): InstanceKeys {
  const secrets = createStoredSecrets(secret, USE)
  return {
    close: (key) => (key === null ? null : secrets.close(key)),
    open: (kept) => (kept === null ? null : secrets.open(kept)),
  }
}

/** Seals what was stored in the open before there were seals. */
export const sealOpenKeys = (storage: Storage, keys: InstanceKeys): Promise<void> =>
  sealOpenSecrets(storage, COLUMN, { close: (key) => keys.close(key) ?? '', open: keys.open })
