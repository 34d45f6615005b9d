import { defineCalls, z } from '../../src/plugin-api/manifest.ts'

/** Entries that were read in an hour, which is counted from 1970: days begin and end where the reader is. */
export const hours = z.array(z.tuple([z.number().int(), z.number().int()]))

export const calls = defineCalls({ hours: { input: z.object({}), output: hours } })
