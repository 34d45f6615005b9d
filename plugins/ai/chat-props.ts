/** The props of the dialog, checked when it opens. */
import { z } from '../../src/plugin-api/manifest.ts'

export const chatProps = z.object({
  entries: z.array(z.object({ id: z.string(), title: z.string().nullable() })).min(1),
})
