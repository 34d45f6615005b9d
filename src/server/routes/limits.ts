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
