/** Sizes and colours of images, so that a row has its height before the picture has loaded. */
import type { Handlers } from '../handlers.ts'
import { parsed } from '../row-shape.ts'

export const images: Handlers<'images.put' | 'images.get'> = {
  'images.put': async (db, rows) => {
    for (const { url, width, height, colors } of rows) {
      const row = { url, width, height, colors: JSON.stringify(colors ?? []), createdAt: Date.now() }
      await db
        .insertInto('images')
        .values(row)
        // Colours are expensive to compute: a later call without them leaves the stored ones.
        .onConflict((on) => on.column('url').doUpdateSet(colors ? row : { width, height }))
        .execute()
    }
  },
  'images.get': async (db, urls) => {
    const rows = await db.selectFrom('images').selectAll().where('url', 'in', urls).execute()
    return Object.fromEntries(
      rows.map(({ url, width, height, colors }) => [
        url,
        { width: width ?? 0, height: height ?? 0, colors: parsed<string[]>(colors) },
      ]),
    )
  },
}
