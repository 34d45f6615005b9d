/** Every call of follow.db but those about the whole file, and which nouns each changes. */
import type { LocalNotice } from '../calls.ts'
import type { CallName, Handler, Handlers } from './handlers.ts'
import { entries } from './nouns/entries.ts'
import { entryContents } from './nouns/entry-contents.ts'
import { images } from './nouns/images.ts'
import { journal } from './nouns/journal.ts'
import { meta } from './nouns/meta.ts'
import { outbox } from './nouns/outbox.ts'
import { search } from './nouns/search.ts'
import { settings } from './nouns/settings.ts'
import { subscriptions } from './nouns/subscriptions.ts'
import { timeline } from './nouns/timeline.ts'
import { unread } from './nouns/unread.ts'
import { user } from './nouns/user.ts'
import { parsed } from './row-shape.ts'

export const nounCalls: Handlers = {
  'answers.all': async (db, keys) => {
    const answers: Record<string, string> = {}
    for (const key of keys) {
      const [name, argument] = parsed<[CallName, never]>(key)
      answers[key] = JSON.stringify((await (nounCalls[name] as Handler<CallName>)(db, argument)) ?? null)
    }
    return answers
  },
  ...entries,
  ...entryContents,
  ...images,
  ...journal,
  ...meta,
  ...outbox,
  ...search,
  ...settings,
  ...subscriptions,
  ...timeline,
  ...unread,
  ...user,
}

export type Noun = Extract<LocalNotice, { is: 'changed' }>['nouns'][number]

/** The nouns that other tabs hear of; a call that is missing here changes nothing that they show. */
export const changedBy: Readonly<Partial<Record<CallName | 'database.reset', readonly Noun[]>>> = {
  'user.take': ['user'],
  'subscriptions.replace': ['subscriptions'],
  'feeds.put': ['subscriptions'],
  'unread.replace': ['unread'],
  'unread.put': ['unread'],
  'entries.put': ['entries'],
  'entries.putContents': ['entries'],
  'entries.putReadability': ['entries'],
  'entries.remove': ['entries'],
  'outbox.begin': ['outbox', 'entries'],
  'outbox.accepted': ['outbox', 'entries'],
  'outbox.refused': ['outbox', 'entries'],
  'outbox.heard': ['entries'],
  'settings.put': ['settings'],
  'database.reset': ['entries', 'subscriptions', 'unread', 'outbox', 'settings', 'user'],
}

/**
 * What these make of entries the tab that asks shows without being told: it drew its own change before it was kept, and of
 * another device's, and of what the server described, it knows which rows to read anew.
 */
export const knownToAsker: ReadonlySet<string> = new Set<CallName>([
  'entries.put',
  'outbox.begin',
  'outbox.accepted',
  'outbox.heard',
])
