import { useUnit } from 'effector-react'
import { useState } from 'react'
import { registry } from '../../model/app/registry.ts'
import { $outbox } from '../../model/outbox/index.ts'
import { $services } from '../../model/services.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { followedAddresses } from '../follow/index.ts'
import { followProgress, type FollowProgress } from './follow-progress.ts'
import type { PackFeed } from './packs.ts'

/** Follows many feeds at once; `progress` is null before the first are requested. */
export function useFollowMany(): {
  readonly follow: (feeds: readonly PackFeed[]) => void
  readonly progress: FollowProgress | null
} {
  const { outbox, subscriptions, feeds, invoke } = useUnit({
    outbox: $outbox,
    subscriptions: $subscriptions,
    feeds: $feeds,
    invoke: registry.commandInvoked,
  })
  const { newId } = useUnit($services)
  const [requested, setRequested] = useState<readonly PackFeed[]>([])
  return {
    follow: (some) => {
      setRequested(some)
      // One step of undo.
      const group = newId()
      for (const { url, view } of some)
        invoke({ id: 'global:follow', source: 'button', args: { address: url, view }, group })
    },
    progress:
      requested.length > 0
        ? followProgress(requested, outbox, followedAddresses(subscriptions, feeds))
        : null,
  }
}
