/** The first data of a user, from the page itself: in one transaction, before any other call. */
import { NO_USER } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import { entries } from './entries.ts'
import { subscriptions } from './subscriptions.ts'
import { unread } from './unread.ts'
import { storedUser, user } from './user.ts'

export const firstVisit: Handlers<'user.begin'> = {
  'user.begin': async (db, visit, outbox) => {
    const before = await storedUser(db)
    if (before && before.id !== NO_USER) return before.id === visit.user.id ? 'same' : 'other'
    await user['user.take'](db, visit.user, outbox)
    await subscriptions['subscriptions.replace'](db, visit.set, outbox)
    await unread['unread.replace'](db, visit.unread, outbox)
    await entries['entries.put'](db, visit.entries, outbox)
    return 'begun'
  },
}
