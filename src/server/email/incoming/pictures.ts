/** Pictures that travel inside a mail: put where the text names them, as data. Nobody else could serve them. */
import type { Part } from './parse-mail.ts'

const PICTURE = /^image\/(png|gif|jpe?g|webp|avif|bmp)$/
/** Together with their text they have to stay a thing that can be read. */
const ONE_MAX = 700_000
const ALL_MAX = 3_000_000

export type Illustrated = {
  readonly html: string
  /** Parts that nobody has seen yet. */
  readonly rest: readonly Part[]
}

/** @param html names pictures as `cid:…`, or by the file name alone; pictures it does not name follow at its end */
export function illustrated(html: string, parts: readonly Part[]): Illustrated {
  const kept = new Set(bounded(parts.filter(isPicture)))
  const byName = new Map([...kept].flatMap((part) => namesOf(part).map((name) => [name, part] as const)))
  const shown = new Set<Part>()
  const filled = html.replace(/\bcid:([^\s"'<>)]+)/gi, (whole, name: string) => {
    const part = byName.get(decoded(name).toLowerCase())
    if (!part) return whole
    shown.add(part)
    return dataOf(part)
  })
  const after = [...kept].filter((part) => !shown.has(part))
  const pictures = after.map((part) => `<p><img src="${dataOf(part)}" alt=""></p>`).join('')
  return { html: filled + pictures, rest: parts.filter((part) => !kept.has(part)) }
}

const isPicture = ({ mimeType, bytes }: Part): boolean => PICTURE.test(mimeType) && bytes.length > 0

function bounded(pictures: readonly Part[]): Part[] {
  let room = ALL_MAX
  return pictures.filter(({ bytes }) => {
    if (bytes.length > ONE_MAX || bytes.length > room) return false
    room -= bytes.length
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
