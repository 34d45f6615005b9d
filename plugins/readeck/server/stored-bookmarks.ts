/** Which bookmarks the entries that were saved last are, for highlights that are made later. */
import { z, type Caller } from '../../../src/plugin-api/server.ts'

const VALUE = 'bookmarks'
/** They are less than a stored value may be long. */
const MAX_STORED = 200
const stored = z.array(z.object({ entryId: z.string(), id: z.string() }))

export const storedBookmarks = (values: Caller['values']) => {
  const all = async () => stored.safeParse(await values.get(VALUE)).data ?? []
  return {
    of: async (entryId: string): Promise<string | null> =>
      (await all()).find((one) => one.entryId === entryId)?.id ?? null,
    async add(entryId: string, id: string): Promise<void> {
      const others = (await all()).filter((one) => one.entryId !== entryId)
      await values.set(VALUE, [{ entryId, id }, ...others].slice(0, MAX_STORED))
    },
  }
}
