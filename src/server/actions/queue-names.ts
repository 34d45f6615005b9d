/** Names apart from what the queues do: whoever puts a job in need not know who does it. */
export const NOTICE_QUEUE = 'new-entry-notices'
export const DELIVERY_QUEUE = 'webhooks'
