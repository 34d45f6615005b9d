/** An entry made safe, its pictures known. */
import type { Media } from '../../../contract/shapes.ts'
import type { EntryDraft } from '../draft.ts'
import type { NormalisedEntry } from '../normalise/normalised.ts'
import { sanitise, type Picture } from './sanitise.ts'

export function sanitiseEntry({ base, ...entry }: NormalisedEntry): EntryDraft {
  if (entry.content === null) return entry
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
