/** What a plugin sees of the reader. Stores and events are Effector's. */
import type { EventCallable, Store } from 'effector'
import type { View } from '../contract/views.ts'
import type { EntryTranslation, EntryTranslations, TranslatedContent } from '../model/entries/index.ts'
import type { EntryHead } from '../model/rows.ts'
import type { Passage } from '../model/reading/index.ts'

export type { EntryHead, EntryTranslation, EntryTranslations, Passage, TranslatedContent, View }

/** Which text of an entry is shown: the feed's, or the extracted article of the page. */
export type ContentTarget = 'content' | 'readabilityContent'

export type OpenEntry = {
  readonly entry: EntryHead
  /** null while it loads, and where there is none. */
  readonly html: string | null
  readonly target: ContentTarget
}

/** A feed that the user has, of a subscription or an entry. An inbox is one, too. */
export type FeedHead = {
  readonly id: string
  readonly title: string
  readonly image: string | null
  /** The user who proved that it is theirs. */
  readonly ownerUserId: string | null
  /** The user owns it. */
  readonly isOwn: boolean
  readonly isInbox: boolean
}

export type ReaderUser = {
  readonly id: string
  /** They need an invitation code for all that this server offers. */
  readonly isTrial: boolean
  /** They administer the server. */
  readonly isAdmin: boolean
  /** They have set up two-factor authentication. */
  readonly hasSecondFactor: boolean
}

export type EntryInView = { readonly view: View; readonly entryId: string }

export type PluginReader = {
  /** null while no entry is open. */
  readonly $open: Store<OpenEntry | null>
  /** The feed of the open entry; null while none is open. */
  readonly $openFeed: Store<FeedHead | null>
  /** null while no user is signed in. */
  readonly $user: Store<ReaderUser | null>
  /** The entries that the list draws now. Followed only while the plugin provides translations. */
  readonly $listed: Store<readonly EntryHead[]>
  readonly $view: Store<View>
  /** Of the interface: en, ja, zh-CN, zh-TW. */
  readonly $language: Store<string>
  /** The address of an entry among all feeds of a view. */
  entryAddress(entry: EntryInView): string
  /** Opens it. */
  readonly entryRequested: EventCallable<EntryInView>
  /** Shows what a query of the query language selects, as a list. */
  readonly queryRequested: EventCallable<string>
  /** The second pane shows the open entry's translation and the first one the original, or no longer. */
  readonly translationBesideToggled: EventCallable<void>
  /** Highlights a passage where its entry is shown, and keeps it in view; null: no longer. */
  readonly passageHighlighted: EventCallable<Passage | null>
}

/** Summaries or translations by the part of the entry that they are of. */
export type TextsOf<Part extends string> = { readonly entryId: string } & {
  readonly [Name in Part]?: string
}
type InLanguage = { readonly language: string }
export type TranslatedPart = 'title' | 'description' | ContentTarget

/**
 * Summaries and translations that this browser stores, by language. Translations are deleted after a week, both when the
 * content of the entry changes.
 */
export type StoredTexts = {
  summaries(ids: readonly string[], language: string): Promise<readonly TextsOf<ContentTarget>[]>
  putSummary(text: TextsOf<ContentTarget> & InLanguage): Promise<void>
  translations(ids: readonly string[], language: string): Promise<readonly TextsOf<TranslatedPart>[]>
  putTranslations(texts: readonly (TextsOf<TranslatedPart> & InLanguage)[]): Promise<void>
}
