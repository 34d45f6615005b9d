/** Parts of what a plugin in a sandbox sends. */
import { z } from 'zod'
import { isIconName, UNKNOWN_ICON } from '../../plugin-api/icon-names.ts'

/** A key of the plugin's locales, or a name. */
export const key = z.string().min(1).max(100)
export const shortText = z.string().max(1000)
export const partId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)
export const pluginText = z.object({
  key: z.string().min(1).max(200),
  values: z.record(z.string().max(100), z.union([shortText, z.number()])).optional(),
  reason: shortText.optional(),
})
export const icon = z
  .string()
  .max(40)
  .transform((name) => (isIconName(name) ? name : UNKNOWN_ICON))
