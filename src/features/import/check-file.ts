/** Limits of wire-contract 8: the server accepts files below 500 000 bytes with the extension .opml or .xml. */
const LARGEST_BYTES = 500_000

/** Message key of `app:import.error` when a file cannot be used, else null. */
export function fileProblem(file: { readonly name: string; readonly size: number }): 'name' | 'size' | null {
  if (!/\.(opml|xml)$/i.test(file.name)) return 'name'
  return file.size >= LARGEST_BYTES ? 'size' : null
}

/** Text that was pasted or dropped, as the file it would have been. */
export const textAsFile = (text: string): File => new File([text], 'pasted.opml', { type: 'text/x-opml' })

/** Whether a pasted text is worth being read as OPML. */
export const looksLikeOpml = (text: string): boolean => /<opml[\s>]/i.test(text.slice(0, 4000))
