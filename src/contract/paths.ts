import type { TokenScope } from './token-scopes.ts'

/**
 * Every call of the contract: its name, its method and path below /api, the scope that a token needs for it, and its form.
 * Scope null: for sessions only, as it concerns the account, its tokens, administration or payment. Form `text`: the response
 * is no JSON; `file`: the body is a file; `stream`: the body is the bytes of a file of any size.
 * Apart from the schemas, so that the browser's first bundle carries no zod.
 * Rows marked `ours` are not in the wire contract: Lectern's own additions, which other clients never send.
 */
export const paths = {
  'session.get': ['GET', '/better-auth/get-session', null],
  'session.providers': ['GET', '/better-auth/get-providers', null],
  'status.configs': ['GET', '/status/configs', 'read'],
  'settings.get': ['GET', '/settings', null],
  'settings.update': ['PATCH', '/settings/{tab}', null],
  'profiles.get': ['GET', '/profiles', 'read'],
  'profiles.batch': ['POST', '/profiles/batch', 'read'],
  'subscriptions.list': ['GET', '/subscriptions', 'read'],
  'subscriptions.create': ['POST', '/subscriptions', 'manage'],
  'subscriptions.update': ['PATCH', '/subscriptions', 'manage'],
  'subscriptions.delete': ['DELETE', '/subscriptions', 'manage'],
  'subscriptions.batch': ['PATCH', '/subscriptions/batch', 'manage'],
  'subscriptions.parseOpml': ['POST', '/subscriptions/parse-opml', 'manage', 'file'],
  'subscriptions.import': ['POST', '/subscriptions/import', 'manage', 'file'],
  /** ours: the progress of a running import, and the result for each line. */
  'subscriptions.importStatus': ['GET', '/subscriptions/import', 'manage'],
  /** ours: entries that another reader exported */
  'imports.entries': ['POST', '/imports/entries', 'manage'],
  'subscriptions.export': ['GET', '/subscriptions/export', 'read', 'text'],
  /** ours: an account as one file (contract/account-files.ts). */
  'accountFiles.export': ['GET', '/account-file', 'manage', 'text'],
  'accountFiles.import': ['POST', '/account-file', 'manage', 'stream'],
  'categories.list': ['GET', '/categories', 'read'],
  'categories.update': ['PATCH', '/categories', 'manage'],
  'categories.delete': ['DELETE', '/categories', 'manage'],
  'feeds.get': ['GET', '/feeds', 'read'],
  'feeds.refresh': ['POST', '/feeds/refresh', 'manage'],
  /** ours: checks feeds for new entries now. */
  'feeds.check': ['POST', '/feeds/check', 'manage'],
  'feeds.reset': ['POST', '/feeds/reset', null],
  'feeds.analytics': ['POST', '/feeds/analytics', 'read'],
  'feeds.known': ['POST', '/feeds/known', 'read'],
  /** ours: the last ten fetches of a feed and when it is tried next. */
  'feeds.fetches': ['GET', '/feeds/fetches', 'read'],
  /** ours: how the server requests a feed for one user. */
  'feedRequests.get': ['GET', '/feeds/request', null],
  'feedRequests.update': ['PUT', '/feeds/request', null],
  /** ours: a web page on which the entries of a feed are selected. */
  'pageFeeds.inspect': ['POST', '/page-feeds/inspect', 'read'],
  'discover.search': ['POST', '/discover', 'read'],
  'entries.list': ['POST', '/entries', 'read'],
  /** ours: entries that a query selects (design 6). */
  'entries.search': ['POST', '/entries/search', 'read'],
  'entries.readingList': ['POST', '/entries/reading-list', 'read'],
  'entries.deleted': ['GET', '/entries/deleted', 'read'],
  'entries.get': ['GET', '/entries', 'read'],
  'entries.stream': ['POST', '/entries/stream', 'read', 'text'],
  'entries.checkNew': ['GET', '/entries/check-new', 'read'],
  'entries.preview': ['GET', '/entries/preview', 'read'],
  /** ours: addresses of pictures through the server. */
  'pictures.sign': ['POST', '/pictures/sign', 'read'],
  /** ours: downloading the entries of a query (contract/offline.ts). */
  'offline.measure': ['GET', '/offline', null],
  'offline.signRecordings': ['POST', '/offline/recordings', null],
  'entries.readability': ['GET', '/entries/readability', 'read'],
  /** ours: the transcript and the chapters of an episode. */
  'entries.transcript': ['GET', '/entries/transcript', 'read'],
  'entries.chapters': ['GET', '/entries/chapters', 'read'],
  'entries.readHistories': ['GET', '/entries/read-histories/{id}', 'read'],
  'entries.inboxList': ['POST', '/entries/inbox', 'read'],
  'entries.inboxGet': ['GET', '/entries/inbox', 'read'],
  'entries.inboxDelete': ['DELETE', '/entries/inbox', 'manage'],
  'reads.counts': ['GET', '/reads', 'read'],
  'reads.mark': ['POST', '/reads', 'mark'],
  'reads.unmark': ['DELETE', '/reads', 'mark'],
  'reads.markAll': ['POST', '/reads/all', 'mark'],
  /** ours: undoes one mark-all, named by its Idempotency-Key. */
  'reads.unmarkAll': ['DELETE', '/reads/all', 'mark'],
  'reads.older': ['POST', '/reads/older', 'read'],
  'reads.totalCount': ['GET', '/reads/total-count', 'read'],
  'lists.get': ['GET', '/lists', 'read'],
  'lists.list': ['GET', '/lists/list', 'read'],
  'lists.create': ['POST', '/lists', 'manage'],
  'lists.update': ['PATCH', '/lists', 'manage'],
  'lists.delete': ['DELETE', '/lists', 'manage'],
  'lists.addFeeds': ['POST', '/lists/feeds', 'manage'],
  'lists.removeFeed': ['DELETE', '/lists/feeds', 'manage'],
  'inboxes.get': ['GET', '/inboxes', 'read'],
  'inboxes.list': ['GET', '/inboxes/list', 'read'],
  'inboxes.create': ['POST', '/inboxes', 'manage'],
  'inboxes.update': ['PUT', '/inboxes', 'manage'],
  'inboxes.delete': ['DELETE', '/inboxes', 'manage'],
  /** ours */
  'inboxes.savePage': ['POST', '/inboxes/pages', 'save'],
  // Both have a secret of their own.
  'inboxes.webhook': ['POST', '/inboxes/webhook', null],
  'inboxes.email': ['POST', '/inboxes/email', null],
  'collections.get': ['GET', '/collections', 'read'],
  'collections.add': ['POST', '/collections', 'mark'],
  'collections.remove': ['DELETE', '/collections', 'mark'],
  /** ours: labels on entries (contract/labels.ts). */
  'labels.list': ['GET', '/labels', 'read'],
  'labels.create': ['POST', '/labels', 'mark'],
  'labels.update': ['PATCH', '/labels', 'manage'],
  'labels.delete': ['DELETE', '/labels', 'manage'],
  'labels.restore': ['POST', '/labels/restore', 'manage'],
  'labels.add': ['POST', '/labels/entries', 'mark'],
  'labels.remove': ['DELETE', '/labels/entries', 'mark'],
  /** ours: highlights and notes in entries (contract/highlights.ts). */
  'highlights.list': ['GET', '/highlights', 'read'],
  'highlights.create': ['POST', '/highlights', 'mark'],
  'highlights.update': ['PATCH', '/highlights', 'mark'],
  'highlights.delete': ['DELETE', '/highlights', 'manage'],
  'highlights.restore': ['POST', '/highlights/restore', 'manage'],
  /** ours: play positions of audio and video, for the user's other devices. */
  'positions.list': ['GET', '/positions', 'read'],
  'positions.update': ['PUT', '/positions', 'mark'],
  /** ours: the queue of the player, likewise. */
  'queue.list': ['GET', '/queue', 'read'],
  'queue.update': ['PUT', '/queue', 'mark'],
  /** ours: the comments of an entry, read from where it names them. */
  'threads.get': ['GET', '/threads', 'read'],
  'threads.see': ['PUT', '/threads', 'mark'],
  'actions.get': ['GET', '/actions', 'manage'],
  'actions.put': ['PUT', '/actions', 'manage'],
  /** ours: what rules would change in stored entries; running them, its progress, and undoing it. */
  'actions.dryRun': ['POST', '/actions/dry-run', 'manage'],
  'actions.run': ['POST', '/actions/run', 'manage'],
  'actions.runs': ['GET', '/actions/run', 'manage'],
  'actions.undoRun': ['DELETE', '/actions/run', 'manage'],
  /** ours: which rules acted on an entry, or lately; the webhooks sent, and the key that signs them. */
  'actions.acts': ['GET', '/actions/acts', 'manage'],
  'actions.hidden': ['GET', '/actions/hidden', 'manage'],
  'actions.deliveries': ['GET', '/actions/deliveries', 'manage'],
  'actions.webhookSecret': ['GET', '/actions/webhook-secret', null],
  'actions.renewWebhookSecret': ['POST', '/actions/webhook-secret', null],
  /** ours: a starter catalogue, and what users with similar taste follow. */
  'discover.catalogue': ['GET', '/discover/catalogue', 'read'],
  'discover.recommendations': ['GET', '/discover/recommendations', 'read'],
  'trending.feeds': ['GET', '/trending/feeds', 'read'],
  /** ours: passwords for other readers, which speak the Google Reader or the Fever protocol. */
  'appPasswords.list': ['GET', '/app-passwords', null],
  'appPasswords.create': ['POST', '/app-passwords', null],
  'appPasswords.delete': ['DELETE', '/app-passwords', null],
  /** ours */
  'authorizations.get': ['GET', '/authorizations', null],
  'authorizations.create': ['POST', '/authorizations', null],
  /** ours */
  'tokenUses.list': ['GET', '/token-uses', null],
  'tokenUses.undo': ['POST', '/token-uses/undo', null],
  'feeds.claimMessage': ['GET', '/feeds/claim/message', null],
  'feeds.claimChallenge': ['POST', '/feeds/claim/challenge', null],
  'feeds.claimList': ['GET', '/feeds/claim/list', null],
  'invitations.list': ['GET', '/invitations', null],
  'invitations.limitation': ['GET', '/invitations/limitation', null],
  'invitations.create': ['POST', '/invitations/new', null],
  'invitations.use': ['POST', '/invitations/use', null],
  /** ours: the settings of a plugin's server half; secrets are written and never read. */
  'plugins.stored': ['GET', '/plugins/settings', null],
  'plugins.settings': ['GET', '/plugins/{plugin}/settings', null],
  'plugins.updateSettings': ['PATCH', '/plugins/{plugin}/settings', null],
  /** ours: one call of a plugin's own contract. */
  // The scope of SAVE_CALL; commands of a plugin need that of its manifest (access/admit.ts).
  'plugins.call': ['POST', '/plugins/{plugin}/calls/{call}', 'save'],
  /** ours: saves a test entry by a plugin, which is in no feed. */
  'plugins.test': ['POST', '/plugins/{plugin}/test', null],
  /** ours: a user signs in to the service of a plugin. */
  'plugins.signIn': ['POST', '/plugins/{plugin}/sign-in', null],
  'plugins.signOut': ['DELETE', '/plugins/{plugin}/sign-in', null],
  /** ours: by which plugins the user has saved an entry, and when. */
  'plugins.saves': ['GET', '/plugins/saves', 'read'],
  'plugins.recentSaves': ['GET', '/plugins/saves/recent', null],
  'plugins.rules': ['GET', '/plugins/rules', 'manage'],
  /** ours: plugins from elsewhere. */
  'plugins.preview': ['POST', '/plugins/preview', null],
  'plugins.install': ['POST', '/plugins/installed', null],
  'plugins.installed': ['GET', '/plugins/installed', null],
  'plugins.bundle': ['GET', '/plugins/{plugin}/bundle', null],
  'plugins.change': ['PATCH', '/plugins/{plugin}/installed', null],
  'plugins.remove': ['DELETE', '/plugins/{plugin}/installed', null],
  'plugins.revert': ['POST', '/plugins/{plugin}/installed/revert', null],
  'plugins.catalogues': ['GET', '/plugins/catalogues', null],
  'plugins.previewCatalogue': ['POST', '/plugins/catalogues/preview', null],
  'plugins.addCatalogue': ['POST', '/plugins/catalogues', null],
  'plugins.removeCatalogue': ['DELETE', '/plugins/catalogues', null],
  'plugins.fetch': ['POST', '/plugins/{plugin}/fetch', null],
  /** ours: public pages and feeds of one's own (contract/publications.ts). */
  'publications.list': ['GET', '/publications', null],
  'publications.create': ['POST', '/publications', null],
  'publications.update': ['PATCH', '/publications', null],
  'publications.renew': ['POST', '/publications/renew', null],
  'publications.delete': ['DELETE', '/publications', null],
  /** ours: folders that users of this server share (contract/shared-folders.ts). */
  'sharedFolders.list': ['GET', '/shared-folders', null],
  'sharedFolders.marks': ['GET', '/shared-folders/marks', null],
  'sharedFolders.create': ['POST', '/shared-folders', null],
  'sharedFolders.update': ['PATCH', '/shared-folders', null],
  'sharedFolders.delete': ['DELETE', '/shared-folders', null],
  'sharedFolders.choose': ['PUT', '/shared-folders/choices', null],
  'sharedFolders.invite': ['POST', '/shared-folders/invitations', null],
  'sharedFolders.withdraw': ['DELETE', '/shared-folders/invitations', null],
  'sharedFolders.invitation': ['GET', '/shared-folders/invitation', null],
  'sharedFolders.respond': ['POST', '/shared-folders/invitation', null],
  'sharedFolders.removeMember': ['DELETE', '/shared-folders/members', null],
  'sharedFolders.addFeeds': ['POST', '/shared-folders/feeds', null],
  'sharedFolders.removeFeed': ['DELETE', '/shared-folders/feeds', null],
  'messaging.list': ['GET', '/messaging', null],
  'messaging.add': ['POST', '/messaging', null],
  'messaging.remove': ['DELETE', '/messaging', null],
  'messaging.test': ['POST', '/messaging/test', null],
  /** ours: the key that a browser subscribes to pushes with. */
  'messaging.key': ['GET', '/messaging/key', null],
  /** ours: changes while a client is open, as server-sent events (contract/live.ts). */
  'live.listen': ['GET', '/live', null],
  'upload.avatar': ['POST', '/upload/avatar', null, 'file'],
  'data.send': ['POST', '/data/g', null],
  /** ours: whether usage events are stored. */
  'data.consent': ['GET', '/data/consent', null],
  'data.setConsent': ['PUT', '/data/consent', null],
  'metrics.get': ['GET', '/metrics', null],
  'metrics.pools': ['GET', '/metrics/pools', null],
  'probes.postgresql': ['GET', '/probes/postgresql', null],
  'probes.redis': ['GET', '/probes/redis', null],
  'probes.bullmq': ['GET', '/probes/bullmq', null],
  'admin.clean': ['POST', '/admin/clean', null],
  /** ours: which entries are deleted. */
  'retention.get': ['GET', '/admin/retention', null],
  'retention.update': ['PUT', '/admin/retention', null],
  'retention.dryRun': ['POST', '/admin/retention/dry-run', null],
  /** ours: the administrator's pages. */
  'admin.overview': ['GET', '/admin/overview', null],
  'admin.users': ['GET', '/admin/users', null],
  'admin.updateUser': ['PATCH', '/admin/users', null],
  'admin.deleteUser': ['DELETE', '/admin/users', null],
  'admin.failingFeeds': ['GET', '/admin/failing-feeds', null],
  'admin.invitations': ['GET', '/admin/invitations', null],
  'admin.deleteInvitation': ['DELETE', '/admin/invitations', null],
  'jobs.list': ['GET', '/jobs', null],
} as const satisfies Record<string, CallPath>

export type CallPath = readonly [
  method: Method,
  path: string,
  scope: TokenScope | null,
  form?: 'text' | 'file' | 'stream',
]
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The name of a call: resource.verb. */
export type CallName = keyof typeof paths

/** The scope that a token needs for a call; null: for sessions only. */
export const tokenScopeOf = (name: CallName): TokenScope | null => paths[name][2]
