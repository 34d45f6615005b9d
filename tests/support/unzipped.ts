import { strFromU8, unzipSync } from 'fflate'

/** The texts of the files of a ZIP archive, by name. */
export const unzipped = (bytes: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]))
