import { z } from 'zod'

/** The props of a dialog about one list. */
export const listSchema = z.object({ listId: z.string() })
export type ListProps = z.infer<typeof listSchema>
