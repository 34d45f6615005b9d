import { createEvent } from 'effector'
import type { View } from '../../contract/views.ts'
import type { List } from '../../contract/shapes.ts'

/** What its owner enters for a list. fee: paid once by each follower. */
export type ListForm = {
  readonly title: string
  readonly description: string
  readonly image: string
  readonly view: View
  readonly fee: number
}
export const listCreateRequested = createEvent<ListForm>()
/** isConfirmed: as for {@link listFeedsAddRequested}; a list without a fee shows its feeds to everyone. */
export const listEditRequested = createEvent<{
  readonly listId: string
  readonly patch: Partial<ListForm>
  readonly isConfirmed?: boolean
}>()
/** Only without followers; the owner's own subscription is deleted with it. */
export const listDeleteRequested = createEvent<{ readonly listId: string }>()
/** isConfirmed: feeds that are followed privately may become visible to the list's followers. */
export const listFeedsAddRequested = createEvent<{
  readonly listId: string
  readonly feedIds: readonly string[]
  readonly isConfirmed?: boolean
}>()
export const listFeedsRemoveRequested = createEvent<{
  readonly listId: string
  readonly feedIds: readonly string[]
}>()

export type ListFollow = {
  readonly view: View
  readonly category?: string | null
  readonly title?: string | null
  readonly isPrivate?: boolean
}
/** Follows a list without a fee. */
export const listFollowRequested = createEvent<ListFollow & { readonly list: List }>()
