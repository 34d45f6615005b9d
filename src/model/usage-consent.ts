/** Whether the user lets this server store which functions they use. */
import { createEvent, createStore } from 'effector'

/** The server's value, or the one that the user has just set. */
export const usageConsentReceived = createEvent<boolean>()
export const $isUsageAllowed = createStore(false, { serialize: 'ignore' }).on(
  usageConsentReceived,
  (_, isAllowed) => isAllowed,
)
