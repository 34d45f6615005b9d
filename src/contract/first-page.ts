/** What the server sends with the page to a browser that has nothing of the user yet, so that no call precedes the first list. */
import type { Output } from './calls.ts'
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
  /** The answer of `settings.get`: saved searches and what the list shows are among them. */
  readonly settings: Pick<Output<'settings.get'>, 'settings' | 'updated'>
  /** Of the address that was asked for. */
  readonly list: {
    readonly view: View
    readonly unreadOnly: boolean
    /** The view's stars, in place of a list of feeds. */
    readonly isOfStars?: true
    /** Of a folder: the feeds in it. */
    readonly feedIds?: readonly string[]
    /** Of a search. */
    readonly search?: { readonly query: string; readonly order: 'new' | 'old' }
    /** Which entries it has only the browser knows that made it: on a first visit none. */
    readonly isReadingList?: true
    readonly items: readonly TimelineItem[]
    /** There are no older ones. */
    readonly done: boolean
  }
}

/** The id of the element that has it, as JSON. `data-first-page` of the document's element says that there is one. */
export const FIRST_PAGE_ID = 'first-page'
