/** How much one person may have on this server (wire-contract 20); told to clients by status/configs. */
export const limits = {
  MAX_SUBSCRIPTIONS: 500,
  MAX_LISTS: 10,
  MAX_ACTIONS: 10,
  MAX_INBOXES: 10,
  MAX_WEBHOOKS_PER_ACTION: 5,
  MAX_TRIAL_USER_FEED_SUBSCRIPTION: 20,
  MAX_TRIAL_USER_LIST_SUBSCRIPTION: 10,
} as const

/** One code for so many days of having been here, for so many whole POWER (wire-contract 20). */
export const invitationRules = {
  INVITATION_ENABLED: true,
  INVITATION_PRICE: 100,
  INVITATION_INTERVAL_DAYS: 7,
}
