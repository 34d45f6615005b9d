/** The picture that a site gives itself, for feeds that bring none. */
import { Parser } from 'htmlparser2'
import type { Pipeline } from '../pipeline.ts'
import { absolute } from '../normalise/address.ts'
import { decode } from '../decode/decode.ts'

type Icon = { readonly url: string; readonly worth: number }

/** @param url of the page @returns the best icon that it names, large and square before small; null when it names none */
export function iconInPage(html: string, url: string): string | null {
  const icons: Icon[] = []
  let base = url
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'base') base = absolute(attributes['href'], url) ?? base
      if (name === 'body') parser.pause()
      if (name !== 'link') return
      const address = absolute(attributes['href'], base)
      const worth = worthOf((attributes['rel'] ?? '').toLowerCase().split(/\s+/), attributes['sizes'] ?? '')
      if (address && worth > 0) icons.push({ url: address, worth })
    },
  })
  parser.write(html)
  return icons.toSorted((a, b) => b.worth - a.worth)[0]?.url ?? null
}

/** Shown at some 64 pixels: a touch icon is of the right size and without a margin; a mask is one colour only. */
function worthOf(rel: readonly string[], sizes: string): number {
  const size = Math.max(0, ...[...sizes.matchAll(/(\d+)x\d+/gi)].map(([, width]) => Number(width)))
  if (rel.some((one) => one.startsWith('apple-touch-icon'))) return 200 + Math.min(size || 180, 192) / 10
  if (!rel.includes('icon')) return 0
  return /any/i.test(sizes) ? 150 : 100 + Math.min(size || 16, 256) / 10
}

/** Nobody waits longer than this for a picture, ms. */
const PATIENCE = 4000

/**
 * Asks the site once, and its /favicon.ico where it names no icon.
 * @param siteUrl of the feed's page @returns null where it has none
 */
export async function iconOf(
  { outbound }: Pick<Pipeline, 'outbound'>,
  siteUrl: string,
): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE)
  const page = await outbound.ask(siteUrl, { signal })
  if (!('bytes' in page) || page.status >= 400) return null
  const named = iconInPage(decode(page.bytes, page.headers['content-type'] ?? null).text, page.url)
  if (named) return named
  const usual = new URL('/favicon.ico', page.url).href
  const icon = await outbound.ask(usual, { signal })
  const isPicture = 'bytes' in icon && icon.status === 200 && icon.bytes.length > 0
  return isPicture && !/text\/html/i.test(icon.headers['content-type'] ?? '') ? usual : null
}
