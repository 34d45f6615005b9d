/** Files, and texts that are pasted or dropped, by the formats that read them. */
import type { ImportFormat } from '../feature.ts'

/** Bytes at the beginning of a file by which its format is recognised. */
const HEAD = 100_000

type Reads = Pick<ImportFormat, 'extensions' | 'matches'>

/** The format that reads a file: by its content, or by the end of its name, so that a broken file gets its own error. */
export async function formatOf<Format extends Reads>(
  file: File,
  formats: readonly Format[],
): Promise<Format | undefined> {
  const head = await file.slice(0, HEAD).text()
  for (const format of formats) if (await format.matches(head)) return format
  const name = file.name.toLowerCase()
  return formats.find(({ extensions }) => extensions.some((ending) => name.endsWith(ending)))
}

export const isTooLarge = ({ size }: Pick<File, 'size'>, { maxBytes }: Pick<ImportFormat, 'maxBytes'>) =>
  size >= maxBytes

/** A text as the file that it would have been; null where no format reads it. */
export async function fileOfText(text: string, formats: readonly Reads[]): Promise<File | null> {
  for (const { extensions, matches } of formats)
    if (await matches(text)) return new File([text], `pasted${extensions[0] ?? ''}`)
  return null
}
