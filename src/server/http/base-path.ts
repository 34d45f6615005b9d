/** The path below which a proxy serves this server: that of PUBLIC_URL. A proxy may pass it on, or remove it. */
import { getPath } from 'hono/utils/url'
import { withoutBase } from '../../core/base-path.ts'
import type { Config } from '../config.ts'

type Named = Pick<Config, 'PUBLIC_URL'>

/** `/lectern` for `https://host/lectern/`; empty at the root. */
export const basePathOf = ({ PUBLIC_URL }: Named): string =>
  PUBLIC_URL ? new URL(PUBLIC_URL).pathname.replace(/\/+$/, '') : ''

/** PUBLIC_URL without a slash at its end, else another known address of this server. */
export const publicAddressOf = ({ PUBLIC_URL }: Named, otherwise: string): string =>
  (PUBLIC_URL || otherwise).replace(/\/+$/, '')

/** Makes hono route requests by their path below that of PUBLIC_URL. */
export function pathBelow(config: Named): (request: Request) => string {
  const base = basePathOf(config)
  return (request) => withoutBase(base, getPath(request))
}
