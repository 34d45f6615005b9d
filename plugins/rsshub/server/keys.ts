/** Encrypts access keys of instances, so that a copy of the database alone does not reveal them. */
import type { ServerHost } from '../../../src/plugin-api/server.ts'

/** Encrypts keys before they are stored, and decrypts them for requests to an instance. */
export type InstanceKeys = {
  readonly close: (key: string | null) => string | null
  /** null for a key encrypted with another secret; the request is then sent without a key. */
  readonly open: (sealed: string | null) => string | null
}

export function openKeys({ sealedColumn }: Pick<ServerHost, 'sealedColumn'>): InstanceKeys {
  const { close, open } = sealedColumn(
    { table: 'rsshubInstances', column: 'accessKey' },
    'keys of RSSHub instances',
  )
  return {
    close: (key) => (key === null ? null : close(key)),
    open: (sealed) => (sealed === null ? null : open(sealed)),
  }
}
