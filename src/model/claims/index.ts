/** Claims: the proof that the user writes into a feed, and its check. Loads with the claims' dialog and list. */
import { attach, sample } from 'effector'
import type { Output } from '../../contract/calls.ts'
import type { LocalFeed } from '../../local/calls.ts'
import { $services } from '../services.ts'
import { $session } from '../session/state.ts'
import { feeds } from '../subscriptions/tables.ts'

export type ClaimMessage = Output<'feeds.claimMessage'>['data']
export type OwnedFeed = Output<'feeds.claimList'>['data'][number]

/** The texts of the three proofs. */
export const claimMessageFx = attach({
  source: $services,
  effect: async ({ api }, feedId: string): Promise<ClaimMessage> =>
    (await api.feeds.claimMessage({ feedId })).data,
})
/** The feeds that the user has claimed. */
export const ownedFeedsFx = attach({
  source: $services,
  effect: async ({ api }): Promise<readonly OwnedFeed[]> => (await api.feeds.claimList({})).data,
})
/** Checks the proof. The server reads the feed for it, so it is never queued. @throws ownershipChallengeFailed */
export const claimFx = attach({
  source: $services,
  effect: async ({ api, queryClient }, feedId: string) => {
    await api.feeds.claimChallenge({ feedId })
    void queryClient.invalidateQueries({ queryKey: ['claims'] })
  },
})

/** The user is the owner at once; rolled back when the proof fails (spec 4). */
const mutationId = (feedId: string) => `claim ${feedId}`
sample({
  clock: claimFx,
  source: $session,
  filter: ({ user }) => user !== null,
  fn: ({ user }, feedId) => ({
    mutationId: mutationId(feedId),
    update: (rows: ReadonlyMap<string, LocalFeed>) => {
      const row = rows.get(feedId)
      return row ? { [feedId]: { ...row, ownerUserId: user?.id ?? null } } : null
    },
  }),
  target: feeds.begun,
})
sample({
  clock: claimFx.done,
  fn: ({ params }) => ({ mutationId: mutationId(params) }),
  target: feeds.accepted,
})
sample({ clock: claimFx.fail, fn: ({ params }) => mutationId(params), target: feeds.refused })

const storeFx = attach({
  source: { services: $services, rows: feeds.$confirmed },
  effect: async ({ services, rows }, feedId: string) => {
    const row = rows.get(feedId)
    if (row) await services.local.call('feeds.put', [row])
  },
})
sample({ clock: claimFx.done, fn: ({ params }) => params, target: storeFx })
