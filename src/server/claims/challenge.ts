/** The proof that an owner writes into a feed, in one of three forms, and its verification (wire-contract 9). Pure. */
import type { Proofs } from './proofs/read-proofs.ts'

export type Claim = { readonly feedId: string; readonly userId: string }
export type Message = {
  readonly content: string
  readonly description: string
  readonly json: string
  readonly xml: string
}

/** Ids are digits, so no escaping is needed. */
export const messageFor = ({ feedId, userId }: Claim): Message => ({
  content: `I show with this entry that the feed is mine (feedId:${feedId}, userId:${userId}), and take it away again afterwards.`,
  description: `feedId:${feedId}+userId:${userId}`,
  json: JSON.stringify({ follow_challenge: { feedId, userId } }),
  xml: `<follow_challenge><feedId>${feedId}</feedId><userId>${userId}</userId></follow_challenge>`,
})

/** Both ids must be in one element: halves of two users' proofs do not count. */
export function proves({ entries, description, challenges }: Proofs, { feedId, userId }: Claim): boolean {
  const names = (text: string) => holds(text, 'feedId', feedId) && holds(text, 'userId', userId)
  return (
    [...entries, description].some(names) ||
    challenges.some((one) => one.feedId === feedId && one.userIds.includes(userId))
  )
}

const holds = (text: string, name: string, id: string): boolean =>
  new RegExp(`${name}\\s*:\\s*${id}(?!\\d)`, 'i').test(text)
