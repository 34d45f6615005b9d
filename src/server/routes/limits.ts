import type { Caller } from '../http/routes.ts'

/** Limits per user (wire-contract 20); sent to clients by status/configs. */
export const limits = {
  MAX_SUBSCRIPTIONS: 500,
  MAX_LISTS: 10,
  MAX_ACTIONS: 10,
  MAX_INBOXES: 10,
  MAX_WEBHOOKS_PER_ACTION: 5,
  MAX_TRIAL_USER_FEED_SUBSCRIPTION: 20,
  MAX_TRIAL_USER_LIST_SUBSCRIPTION: 10,
} as const

/** One code per this number of days since sign-up, or for this price (wire-contract 20). */
export const invitationRules = {
  INVITATION_ENABLED: true,
  INVITATION_PRICE: 100,
  INVITATION_INTERVAL_DAYS: 7,
}

/** How many feeds a user may follow directly. */
export const subscriptionLimit = ({ role }: Pick<Caller, 'role'>): number =>
  role === 'trial' ? limits.MAX_TRIAL_USER_FEED_SUBSCRIPTION : limits.MAX_SUBSCRIPTIONS
