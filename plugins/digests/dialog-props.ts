/** The props of the dialogs, checked when they open. */
import { z } from '../../src/plugin-api/manifest.ts'

export const digestProps = z.object({ id: z.string() })
/** A digest; without an id a new one. */
export const editProps = z.object({ id: z.string().optional() })
