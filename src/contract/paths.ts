/**
 * Every call of the contract: its name, method and path below /api.
 * Kept apart from the schemas so that the browser can send calls without carrying zod in its first bundle.
 * Rows marked `ours` are not in the wire contract: Lectern's own additions, which other clients never send.
 */
export const paths = {
  'session.get': ['GET', '/better-auth/get-session'],
  'session.providers': ['GET', '/better-auth/get-providers'],
  'status.configs': ['GET', '/status/configs'],
  'settings.get': ['GET', '/settings'],
  'settings.update': ['PATCH', '/settings/{tab}'],
  'profiles.get': ['GET', '/profiles'],
  'profiles.batch': ['POST', '/profiles/batch'],
  'subscriptions.list': ['GET', '/subscriptions'],
  'subscriptions.create': ['POST', '/subscriptions'],
  'subscriptions.update': ['PATCH', '/subscriptions'],
  'subscriptions.delete': ['DELETE', '/subscriptions'],
  'subscriptions.batch': ['PATCH', '/subscriptions/batch'],
  'subscriptions.parseOpml': ['POST', '/subscriptions/parse-opml'],
  'subscriptions.import': ['POST', '/subscriptions/import'],
  /** ours: how far a running import is, and what became of each line. */
  'subscriptions.importStatus': ['GET', '/subscriptions/import'],
  'subscriptions.export': ['GET', '/subscriptions/export'],
  'categories.list': ['GET', '/categories'],
  'categories.update': ['PATCH', '/categories'],
  'categories.delete': ['DELETE', '/categories'],
  'feeds.get': ['GET', '/feeds'],
  'feeds.refresh': ['GET', '/feeds/refresh'],
  'feeds.reset': ['GET', '/feeds/reset'],
  'feeds.analytics': ['POST', '/feeds/analytics'],
  /** ours: the last ten fetches of a feed and when it is tried next. */
  'feeds.fetches': ['GET', '/feeds/fetches'],
  'discover.search': ['POST', '/discover'],
  'entries.list': ['POST', '/entries'],
  'entries.get': ['GET', '/entries'],
  'entries.stream': ['POST', '/entries/stream'],
  'entries.checkNew': ['GET', '/entries/check-new'],
  'entries.preview': ['GET', '/entries/preview'],
  'entries.readability': ['GET', '/entries/readability'],
  'entries.readHistories': ['GET', '/entries/read-histories/{id}'],
  'reads.counts': ['GET', '/reads'],
  'reads.mark': ['POST', '/reads'],
  'reads.unmark': ['DELETE', '/reads'],
  'reads.markAll': ['POST', '/reads/all'],
  /** ours: takes one mark-all back, named by the Idempotency-Key it was sent with. */
  'reads.unmarkAll': ['DELETE', '/reads/all'],
  'reads.totalCount': ['GET', '/reads/total-count'],
  'collections.get': ['GET', '/collections'],
  'collections.add': ['POST', '/collections'],
  'collections.remove': ['DELETE', '/collections'],
  'actions.get': ['GET', '/actions'],
  'actions.put': ['PUT', '/actions'],
  /** ours: what rules would touch among stored entries, letting them do it, how far that is, and taking it back. */
  'actions.dryRun': ['POST', '/actions/dry-run'],
  'actions.run': ['POST', '/actions/run'],
  'actions.runs': ['GET', '/actions/run'],
  'actions.undoRun': ['DELETE', '/actions/run'],
  /** ours: which rules acted on an entry, or lately; what webhooks were sent, and what signs them. */
  'actions.acts': ['GET', '/actions/acts'],
  'actions.deliveries': ['GET', '/actions/deliveries'],
  'actions.webhookSecret': ['GET', '/actions/webhook-secret'],
  'actions.renewWebhookSecret': ['POST', '/actions/webhook-secret'],
  'ai.summary': ['GET', '/ai/summary'],
  'ai.translation': ['GET', '/ai/translation'],
  'ai.daily': ['GET', '/ai/daily'],
  'ai.chat': ['POST', '/ai/chat'],
  /** ours: how much of the day's quota is used. */
  'ai.usage': ['GET', '/ai/usage'],
  'discover.rsshub': ['GET', '/discover/rsshub'],
  'discover.rsshubRoute': ['GET', '/discover/rsshub/route'],
  'discover.rsshubAnalytics': ['GET', '/discover/rsshub-analytics'],
  /** ours: a starter catalogue, and what people of like taste follow. */
  'discover.catalogue': ['GET', '/discover/catalogue'],
  'discover.recommendations': ['GET', '/discover/recommendations'],
  'trending.feeds': ['GET', '/trending/feeds'],
  'rsshub.list': ['GET', '/rsshub/list'],
  'rsshub.get': ['GET', '/rsshub'],
  'rsshub.status': ['GET', '/rsshub/status'],
  'rsshub.add': ['POST', '/rsshub'],
  'rsshub.use': ['POST', '/rsshub/use'],
  'rsshub.delete': ['DELETE', '/rsshub'],
  /** ours: passwords for other readers, which speak the Google Reader or the Fever protocol. */
  'appPasswords.list': ['GET', '/app-passwords'],
  'appPasswords.create': ['POST', '/app-passwords'],
  'appPasswords.delete': ['DELETE', '/app-passwords'],
  /** ours: the settings of a plugin's server half; secrets go in and never come out. */
  'plugins.settings': ['GET', '/plugins/{plugin}/settings'],
  'plugins.updateSettings': ['PATCH', '/plugins/{plugin}/settings'],
  /** ours: one call of a plugin's own contract. */
  'plugins.call': ['POST', '/plugins/{plugin}/calls/{call}'],
} as const satisfies Record<string, readonly [method: Method, path: string]>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The name of a call: noun.verb. */
export type CallName = keyof typeof paths
