/** Files, and texts that are pasted or dropped, by the formats that read them. */
import type { ImportFormat } from '../feature.ts'

/** Wire-contract 8: the server accepts files below this, in bytes. */
const LIMIT = 500_000

/** The format that reads a file, by the end of its name. */
export const formatOf = <Format extends Pick<ImportFormat, 'extensions'>>(
  name: string,
  formats: readonly Format[],
): Format | undefined =>
  formats.find(({ extensions }) => extensions.some((ending) => name.toLowerCase().endsWith(ending)))

export const isTooLarge = ({ size }: Pick<File, 'size'>): boolean => size >= LIMIT

/** A text as the file that it would have been; null where no format reads it. */
export async function fileOfText(
  text: string,
  formats: readonly Pick<ImportFormat, 'extensions' | 'matches'>[],
): Promise<File | null> {
  for (const { extensions, matches } of formats)
    if (await matches(text)) return new File([text], `pasted${extensions[0] ?? ''}`)
  return null
}
