/** The icons that a site's page names. Pure. */
import { z } from 'zod'
import { parseMarkup } from '../../parsing/markup.ts'
import { readJson } from '../parse/json-text.ts'
import { absolute } from '../normalise/address.ts'
import { decode } from '../decode/decode.ts'

type Icon = { readonly url: string; readonly worth: number }
type Named = {
  /** The best icon, large and square before small; null when the page names none. */
  readonly icon: string | null
  /** The site's manifest, which may name more. */
  readonly manifest: string | null
}

type Fetched = { readonly bytes: Uint8Array; readonly contentType: string | null; readonly url: string }
const textOf = ({ bytes, contentType }: Fetched): string => decode(bytes, contentType).text

/** As {@link iconsNamed}, of a page as it was fetched. */
export const iconsInPage = (page: Fetched): Named => iconsNamed(textOf(page), page.url)

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

/** @returns the icon of the size that is shown, or the nearest to it; null for none */
export function iconInManifest(manifest: Fetched): string | null {
  const { url } = manifest
  const read = manifestShape.safeParse(readJson(textOf(manifest))?.value)
  const icons = (read.data?.icons ?? []).flatMap(({ src, sizes = '', purpose = 'any' }): Icon[] => {
    const address = absolute(src, url)
    // Masks and single colours are for the system's own shapes.
    return address && /\bany\b/i.test(purpose) ? [{ url: address, worth: worthOf(['icon'], sizes) }] : []
  })
  return icons.toSorted((a, b) => b.worth - a.worth)[0]?.url ?? null
}

/** Characters; real pages name far fewer. */
const SIZES_MAX = 1000

/** Shown at some 64 pixels: a touch icon is of the right size and without a margin; a mask is one colour only. */
function worthOf(rel: readonly string[], sizes: string): number {
  const named = sizes.slice(0, SIZES_MAX).matchAll(/(\d+)x\d+/gi)
  const size = Math.max(0, ...[...named].map(([, width]) => Number(width)))
  if (rel.some((one) => one.startsWith('apple-touch-icon'))) return 200 + Math.min(size || 180, 192) / 10
  if (!rel.includes('icon')) return 0
  return /any/i.test(sizes) ? 150 : 100 + Math.min(size || 16, 256) / 10
}
