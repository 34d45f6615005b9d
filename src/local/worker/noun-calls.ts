/** The handler of every call of follow.db but those about the whole file. */
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
