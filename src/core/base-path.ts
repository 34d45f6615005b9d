/** The path below which the reader is served. Its own paths (`/timeline/…`, `/api/…`) do not contain it. */

/** @param base without a slash at its end; empty at the root @returns the path below it; other paths as they are */
export function withoutBase(base: string, path: string): string {
  if (base === '' || !path.startsWith(base)) return path
  const rest = path.slice(base.length)
  if (rest === '') return '/'
  return rest.startsWith('/') ? rest : path
}

const { document } = globalThis as {
  readonly document?: { readonly documentElement?: { readonly dataset?: { readonly base?: string } } }
}

/** Of this page, as the server wrote it into the HTML: `/lectern`, empty at the root. Never in a worker. */
export const basePath: string = document?.documentElement?.dataset?.base ?? ''

/** @param path of the reader, `/login` @returns with the base path, `/lectern/login` */
export const toBrowserPath = (path: string): string => basePath + path

/** @param pathname with the base path */
export const toReaderPath = (pathname: string): string => withoutBase(basePath, pathname)
