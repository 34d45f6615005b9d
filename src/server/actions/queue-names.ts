/** Queue names, separate from the workers so that enqueuing code does not import them. */
export const NOTICE_QUEUE = 'new-entry-notices'
export const DELIVERY_QUEUE = 'webhooks'
