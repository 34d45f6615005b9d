/** Addresses of an RSSHub. */
import { createHash } from 'node:crypto'

export type Base = { readonly baseUrl: string; readonly accessKey: string | null }

/**
 * @param route the part after rsshub://, with its query
 * @returns the web address; a key is never sent, only the code derived from it and the path (RSSHub's ACCESS_KEY)
 */
export function addressAt({ baseUrl, accessKey }: Base, route: string): string {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${route.replace(/^\/+/, '')}`)
  if (accessKey) {
    const path = new URL(`http://path/${route.replace(/^\/+/, '')}`).pathname
    url.searchParams.set(
      'code',
      createHash('md5')
        .update(path + accessKey)
        .digest('hex'),
    )
  }
  return url.href
}
