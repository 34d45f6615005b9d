/** A packed export: the files of Pocket and of Omnivore, and any other that has files of known readers in it. */
import { strFromU8, unzipSync } from 'fflate'
import type { RawEntry } from './clean-entry.ts'
import { ReaderExportError } from './reader-export.ts'

/** Bytes of all files, unpacked. */
const MAX_UNPACKED = 300_000_000

export const isArchive = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

export type Archive = {
  /** Files with lists of entries, in the order of their names. */
  readonly lists: readonly string[]
  /** Text and highlights that stand in files of their own: Omnivore's `content/SLUG.html` and `highlights/SLUG.md`. */
  readonly filesOf: (slug: string) => Partial<RawEntry>
}

/** @throws ReaderExportError broken, large */
export function unpack(file: Uint8Array): Archive {
  let size = 0
  const files = unpacked(file, ({ name, originalSize }) => {
    if (!/\.(json|csv|html?|md)$/i.test(name)) return false
    size += originalSize
    if (size > MAX_UNPACKED) throw new ReaderExportError('large')
    return true
  })
  const names = Object.keys(files).toSorted()
  /** By their last folder and name, as an archive may have a folder around all. */
  const parts = new Map(
    names.flatMap((name) => {
      const part = /(?:^|\/)((?:content|highlights)\/[^/]+)$/.exec(name)?.[1]
      return part === undefined ? [] : [[part, name] as const]
    }),
  )
  const partsNames = new Set(parts.values())
  const textOf = (name: string | undefined): string | undefined => {
    const bytes = name === undefined ? undefined : files[name]
    return bytes && strFromU8(bytes)
  }
  return {
    lists: names.filter((name) => !partsNames.has(name)).map((name) => textOf(name) ?? ''),
    filesOf: (slug) => {
      const content = textOf(parts.get(`content/${slug}.html`))
      const highlights = textOf(parts.get(`highlights/${slug}.md`))
      return {
        ...(content === undefined ? {} : { content }),
        ...(highlights === undefined ? {} : { highlights: highlightsOf(highlights) }),
      }
    },
  }
}

function unpacked(
  file: Uint8Array,
  filter: (file: { readonly name: string; readonly originalSize: number }) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(file, { filter })
  } catch (error) {
    throw error instanceof ReaderExportError ? error : new ReaderExportError('broken')
  }
}

/** Quotes of Markdown, each followed by its note, if it has one. */
function highlightsOf(markdown: string): NonNullable<RawEntry['highlights']> {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim())
  return blocks.flatMap((block, at) => {
    if (!block.startsWith('>')) return []
    const after = blocks[at + 1] ?? ''
    const isNote = after !== '' && !/^[>#]/.test(after)
    return [{ text: block.replaceAll(/^> ?/gm, ''), note: isNote ? after.replace(/^Note:\s*/, '') : null }]
  })
}
