/** The props of the dialogs, checked when they open. */
import { z } from '../../src/plugin-api/manifest.ts'

export const tipProps = z.object({
  entryId: z.string(),
  feedTitle: z.string(),
  /** The feed has an owner, who receives it; else it is held for them. */
  isOwned: z.boolean(),
})
export const boostProps = z.object({ feedId: z.string(), feedTitle: z.string() })
/** None: it pays from the user's own wallet. */
export const withdrawProps = z.looseObject({})
