import type { LabelColor } from '../../contract/label-names.ts'
import type { View } from '../../contract/views.ts'
import type { LocationSource } from '../location/index.ts'

/** One row of the subscription tree. */
export type TreeRow = {
  readonly kind:
    | 'all'
    | 'stars'
    | 'rare'
    | 'folder'
    | 'feed'
    | 'list'
    | 'inbox'
    | 'searches'
    | 'search'
    | 'labels'
    | 'label'
  /** Unique within the tree: sourceKey of the row's source; `searches` and `labels` for the headings of their sections. */
  readonly id: string
  readonly source: LocationSource
  readonly title: string
  readonly depth: number
  readonly unread: number
  /** Of a label: its whole name. */
  readonly label?: string
  /** Of a label. */
  readonly color?: LabelColor | null
  /** Folders and the heading of labels: unfolded. */
  readonly open?: boolean
  /** Folders: made of feeds of one site (autoGroup), not stored. */
  readonly automatic?: boolean
  /** The error message of a failing feed. */
  readonly error?: string | null
  /** Hidden from other users. */
  readonly isPrivate?: boolean
  readonly image?: string | null
  readonly siteUrl?: string | null
  /** Of a feed: the text that its letters are derived from. */
  readonly site?: string
  /** Id of the subscription (type/targetId); absent for all, stars and folders. */
  readonly subscriptionId?: string
  /** Whether it is the current location. */
  readonly current: boolean
}

export type ViewTab = { readonly view: View; readonly unread: number; readonly feeds: number }

export type SubscriptionPatch = {
  readonly view?: View
  /** null removes it from its folder. */
  readonly category?: string | null
  /** null or empty: the feed's own title. */
  readonly title?: string | null
  readonly isPrivate?: boolean
  readonly hideFromTimeline?: boolean
}
