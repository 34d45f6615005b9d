/** When the first list is there, or it is known that none comes soon: what it did not need may be fetched from then on. */
import { combine, createStore } from 'effector'
import { $session, $timeline } from '../model/index.ts'

const $decided = combine(
  $timeline,
  $session,
  ({ ids, status }, session) =>
    ids.length > 0 || status !== 'loading' || !['unknown', 'loading'].includes(session.status),
)

/** Once true, it stays so: what came does not go again. */
export const $firstListShown = createStore(false, { serialize: 'ignore' }).on(
  $decided,
  (shown, decided) => shown || decided,
)
