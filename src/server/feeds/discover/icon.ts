/** The icon of a site, for feeds without a picture. */
import type { OutboundResponse } from '../../outbound/index.ts'
import type { Pipeline } from '../pipeline.ts'

/** Timeout of a picture, ms. */
const PATIENCE = 4000

/**
 * Requests the page; where it names no icon, its manifest and then /favicon.ico.
 * @param siteUrl of the feed's page @returns null where it has none, and for a page that cannot be read within its bounds
 */
export async function iconOf(
  { outbound, parsing }: Pick<Pipeline, 'outbound' | 'parsing'>,
  siteUrl: string,
): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE)
  const page = await outbound.ask(siteUrl, { signal })
  if (!('bytes' in page) || page.status >= 400) return null
  const nothing = { icon: null, manifest: null }
  const { icon: named, manifest } = await parsing.parse('siteIcons', fetched(page)).catch(() => nothing)
  if (named) return named
  const app = manifest ? await outbound.ask(manifest, { signal }) : null
  const shown =
    app && 'bytes' in app && app.status === 200
      ? await parsing.parse('manifestIcon', fetched(app)).catch(() => null)
      : null
  if (shown) return shown
  const usual = new URL('/favicon.ico', page.url).href
  const icon = await outbound.ask(usual, { signal })
  const isPicture = 'bytes' in icon && icon.status === 200 && icon.bytes.length > 0
  return isPicture && !/text\/html/i.test(icon.headers['content-type'] ?? '') ? usual : null
}

const fetched = ({ bytes, headers, url }: OutboundResponse) => ({
  bytes,
  contentType: headers['content-type'] ?? null,
  url,
})
