/** Sanitises an entry and collects its pictures. */
import type { Extra, Media } from '../../../contract/shapes.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import type { NormalisedEntry } from '../normalise/normalised.ts'
import { sanitise, type Picture } from './sanitise.ts'

export function sanitiseEntry({ base, ...raw }: NormalisedEntry): ParsedEntry {
  const entry = raw.extra ? { ...raw, extra: safeExtra(raw.extra) } : raw
  if (entry.content === null) return { ...entry, content: null }
  const { html, pictures } = sanitise(entry.content, base)
  const content = html === '' ? null : html
  return { ...entry, content, media: entry.media.length > 0 ? entry.media : pictures.map(mediaOf) }
}

const mediaOf = ({ url, width, height }: Picture): Media => ({
  type: 'photo',
  url,
  ...(width ? { width } : {}),
  ...(height ? { height } : {}),
})

/** Quoted content is untrusted markup too. */
const safeExtra = ({ links, ...others }: Extra): Extra => ({
  ...others,
  links: (links ?? []).map(({ content_html: html, ...link }) =>
    html === undefined ? link : { ...link, content_html: sanitise(html, link.url).html },
  ),
})
