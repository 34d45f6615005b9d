/** Encrypts access keys of instances, so that a copy of the database alone does not reveal them. */
import type { Storage } from '../storage/open.ts'
import { createStoredSecrets, sealOpenSecrets } from '../storage/engine/stored-secrets.ts'

const USE = 'keys of RSSHub instances'
const COLUMN = { table: 'rsshubInstances', key: 'id', column: 'accessKey' }

/** Encrypts keys before they are stored, and decrypts them for requests to an instance. */
export type InstanceKeys = {
  readonly close: (key: string | null) => string | null
  /** null for a key encrypted with another secret; the request is then sent without a key. */
  readonly open: (sealed: string | null) => string | null
}

/** @param secret the server's secret, from the data folder */
export function createInstanceKeys(secret: string): InstanceKeys {
  const secrets = createStoredSecrets(secret, USE)
  return {
    close: (key) => (key === null ? null : secrets.close(key)),
    open: (sealed) => (sealed === null ? null : secrets.open(sealed)),
  }
}

/** Encrypts keys that earlier versions stored in plain text. */
export const sealOpenKeys = (storage: Storage, keys: InstanceKeys): Promise<void> =>
  sealOpenSecrets(storage, COLUMN, { close: (key) => keys.close(key) ?? '', open: keys.open })
