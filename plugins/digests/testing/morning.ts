import type { DigestInput } from '../contract.ts'

/** A digest as users make it. */
export const morning: DigestInput = {
  name: 'Morning',
  query: 'feed:News',
  frequency: 'daily',
  weekday: 1,
  hour: 7,
  timeZone: 'UTC',
  entries: 20,
  byMail: true,
  withEpub: false,
}
