/** Makes every entry of a document nameable: a guid where there is none, stable over fetches and distinct within one. */
import { createHash } from 'node:crypto'
import type { RawEntry } from './normalised.ts'

/** In the order of the entries. */
export function guidsOf(entries: readonly RawEntry[]): string[] {
  const urls = entries.map(({ url }) => url ?? null)
  const wanted = entries.map((entry, index) => entry.id?.trim() || synthesised(entry, urls[index] ?? null))
  const bodies = new Map<string, string>()
  return wanted.map((guid, index) => {
    const entry = entries[index]
    const body = entry ? fingerprint(entry, urls[index] ?? null) : ''
    const first = bodies.get(guid)
    if (first === undefined) bodies.set(guid, body)
    // A guid shared by several entries identifies none of them; the first one uses it, so that a single repetition stays the same entry.
    return first === undefined || first === body ? guid : `${guid}#${short(body)}`
  })
}

/** Identifies an entry by its address unless that is the site's, else by title and time, else by its content. */
function synthesised(entry: RawEntry, url: string | null): string {
  if (url && new URL(url).pathname + new URL(url).search !== '/') return url
  const date = entry.dates.find(Boolean) ?? ''
  const value = entry.title || date ? '' : (entry.content ?? entry.summary ?? '')
  return `lectern:${short([url ?? '', entry.title ?? '', date, value, entry.attachments?.[0]?.url ?? ''].join('\n'))}`
}

const fingerprint = (entry: RawEntry, url: string | null): string =>
  url && entry.id && url !== entry.id ? url : `${url ?? ''}\n${entry.title ?? ''}`
const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)
