/** What the preview beside the list shows of a row. */
import type { ChoiceSample } from '../../core/index.ts'

export type PreviewSubject =
  /** `query`: what was searched for; empty: nothing. */
  | { readonly kind: 'entry'; readonly id: string; readonly query: string }
  | { readonly kind: 'subscription'; readonly id: string }
  | { readonly kind: 'folder'; readonly subscriptions: readonly string[] }
  /** A command that acts on these entries. */
  | { readonly kind: 'entries'; readonly ids: readonly string[] }
  /** A command that marks what is unread in these feeds. */
  | { readonly kind: 'unread'; readonly feedIds: readonly string[] }
  /** Commands on what a query selects. */
  | { readonly kind: 'selection'; readonly query: string }
  | { readonly kind: 'sample'; readonly sample: ChoiceSample }
