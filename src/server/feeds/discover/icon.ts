/** The picture that a site gives itself, for feeds that bring none. */
import { z } from 'zod'
import type { Answer } from '../../outbound/index.ts'
import { parseMarkup } from '../../parsing/markup.ts'
import { readJson } from '../parse/json-text.ts'
import type { Pipeline } from '../pipeline.ts'
import { absolute } from '../normalise/address.ts'
import { decode } from '../decode/decode.ts'

type Icon = { readonly url: string; readonly worth: number }
type Named = {
  /** The best icon, large and square before small; null when the page names none. */
  readonly icon: string | null
  /** The site's manifest, which may name more. */
  readonly manifest: string | null
}

/** @param url of the page */
export function iconsNamed(html: string, url: string): Named {
  const icons: Icon[] = []
  let base = url
  let manifest: string | null = null
  parseMarkup(html, (parser) => ({
    onopentag(name, attributes) {
      if (name === 'base') base = absolute(attributes['href'], url) ?? base
      if (name === 'body') parser.pause()
      if (name !== 'link') return
      const address = absolute(attributes['href'], base)
      const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
      if (rel.includes('manifest')) manifest ??= address
      const worth = worthOf(rel, attributes['sizes'] ?? '')
      if (address && worth > 0) icons.push({ url: address, worth })
    },
  }))
  return { icon: icons.toSorted((a, b) => b.worth - a.worth)[0]?.url ?? null, manifest }
}

const manifestShape = z.object({
  icons: z
    .array(
      z
        .object({ src: z.string(), sizes: z.string().optional(), purpose: z.string().optional() })
        .catch({ src: '' }),
    )
    .max(100),
})

/** @param url of the manifest @returns its icon of the size that is shown, or the nearest to it; null for none */
export function iconInManifest(text: string, url: string): string | null {
  const read = manifestShape.safeParse(readJson(text)?.value)
  const icons = (read.data?.icons ?? []).flatMap(({ src, sizes = '', purpose = 'any' }): Icon[] => {
    const address = absolute(src, url)
    // A mask and a single colour are for the system's own shapes.
    return address && /\bany\b/i.test(purpose) ? [{ url: address, worth: worthOf(['icon'], sizes) }] : []
  })
  return icons.toSorted((a, b) => b.worth - a.worth)[0]?.url ?? null
}

/** Characters; nobody names so many sizes. */
const SIZES_MAX = 1000

/** Shown at some 64 pixels: a touch icon is of the right size and without a margin; a mask is one colour only. */
function worthOf(rel: readonly string[], sizes: string): number {
  const named = sizes.slice(0, SIZES_MAX).matchAll(/(\d+)x\d+/gi)
  const size = Math.max(0, ...[...named].map(([, width]) => Number(width)))
  if (rel.some((one) => one.startsWith('apple-touch-icon'))) return 200 + Math.min(size || 180, 192) / 10
  if (!rel.includes('icon')) return 0
  return /any/i.test(sizes) ? 150 : 100 + Math.min(size || 16, 256) / 10
}

/** Nobody waits longer than this for a picture, ms. */
const PATIENCE = 4000

/**
 * Asks the site once; where its page names no icon, its manifest and then its /favicon.ico.
 * @param siteUrl of the feed's page @returns null where it has none
 */
export async function iconOf(
  { outbound }: Pick<Pipeline, 'outbound'>,
  siteUrl: string,
): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE)
  const page = await outbound.ask(siteUrl, { signal })
  if (!('bytes' in page) || page.status >= 400) return null
  const { icon: named, manifest } = iconsNamed(textOf(page), page.url)
  if (named) return named
  const app = manifest ? await outbound.ask(manifest, { signal }) : null
  const shown = app && 'bytes' in app && app.status === 200 ? iconInManifest(textOf(app), app.url) : null
  if (shown) return shown
  const usual = new URL('/favicon.ico', page.url).href
  const icon = await outbound.ask(usual, { signal })
  const isPicture = 'bytes' in icon && icon.status === 200 && icon.bytes.length > 0
  return isPicture && !/text\/html/i.test(icon.headers['content-type'] ?? '') ? usual : null
}

const textOf = ({ bytes, headers }: Answer): string => decode(bytes, headers['content-type'] ?? null).text
