/** Embeds the pictures attached to a mail as data URLs, since no other server has them. */
import type { Part } from './parse-mail.ts'

const PICTURE = /^image\/(png|gif|jpe?g|webp|avif|bmp)$/
/** Bytes. Bounds the size of the entry content. */
const ONE_MAX = 700_000
const ALL_MAX = 3_000_000

export type Illustrated = {
  readonly html: string
  /** Parts that were not embedded. */
  readonly rest: readonly Part[]
}

/** @param html names pictures as `cid:…`, or by the file name alone; pictures it does not name follow at its end */
export function illustrated(html: string, parts: readonly Part[]): Illustrated {
  const embedded = new Set(bounded(parts.filter(isPicture)))
  const byName = new Map([...embedded].flatMap((part) => namesOf(part).map((name) => [name, part] as const)))
  const referenced = new Set<Part>()
  const withImages = html.replace(/\bcid:([^\s"'<>)]+)/gi, (match, name: string) => {
    const part = byName.get(decoded(name).toLowerCase())
    if (!part) return match
    referenced.add(part)
    return dataOf(part)
  })
  const unreferenced = [...embedded].filter((part) => !referenced.has(part))
  const pictures = unreferenced.map((part) => `<p><img src="${dataOf(part)}" alt=""></p>`).join('')
  return { html: withImages + pictures, rest: parts.filter((part) => !embedded.has(part)) }
}

const isPicture = ({ mimeType, bytes }: Part): boolean => PICTURE.test(mimeType) && bytes.length > 0

function bounded(pictures: readonly Part[]): Part[] {
  let remaining = ALL_MAX
  return pictures.filter(({ bytes }) => {
    if (bytes.length > ONE_MAX || bytes.length > remaining) return false
    remaining -= bytes.length
    return true
  })
}

const namesOf = ({ contentId, filename }: Part): string[] =>
  [contentId, filename].flatMap((name) => name?.toLowerCase() ?? [])

const dataOf = ({ mimeType, bytes }: Part): string =>
  `data:${mimeType.replace('image/jpg', 'image/jpeg')};base64,${Buffer.from(bytes).toString('base64')}`

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
