/** What the server sends with the page to a browser that has nothing of the user yet, so that no call precedes the first list. */
import type { TimelineItem } from './entries.ts'
import type { ImageProxy } from './pictures.ts'
import type { SessionUser } from './session.ts'
import type { Subscription } from './subscriptions.ts'
import type { View } from './views.ts'

/** The answers of calls, from one moment. */
export type FirstPage = {
  readonly user: SessionUser
  readonly imageProxy: ImageProxy
  readonly subscriptions: readonly Subscription[]
  readonly unread: Readonly<Record<string, number>>
  /** Of the address that was asked for. */
  readonly list: {
    readonly view: View
    readonly unreadOnly: boolean
    /** Of a folder: the feeds in it. */
    readonly feedIds?: readonly string[]
    readonly items: readonly TimelineItem[]
    /** There are no older ones. */
    readonly done: boolean
  }
}

/** The id of the element that has it, as JSON. `data-first-page` of the document's element says that there is one. */
export const FIRST_PAGE_ID = 'first-page'
