/**
 * What a plugin may do. `net:host` lets its server half send requests to one host; `net:{setting}` to the host of the
 * address in that setting, secret or variable of `environment`; of a plugin from elsewhere that setting is a text, and the user
 * allows each host. `app:scheme` lets it open addresses of another application, such as `app:obsidian` for
 * obsidian://. `mail:self` lets the server half send e-mails to the user, `mail:others` to other addresses that the user has confirmed. `model`: the server's language model, at the expense
 * of the user's requests. `texts`: stores summaries and translations of entries. `storage`: stores a value of its own in
 * this browser. `connect:NAME` lets the browser half send
 * requests to the origin of the address in that variable of `browserEnvironment`; the page's policy permits that origin alone.
 * `styles`: the style sheets of `styles`.
 * `entries:change`: marks and stars entries. `entries:save`: saves entries to a service, by `saves()` and the call {@link saveCall}.
 * `highlights:read`: the user's highlights and notes. `history:read`: what the user has read, and when.
 * `search`: is sent the words by which the user searches entries.
 * `jobs`: the server half works by itself, at intervals. `events`: it learns what the user does with entries, see `events`.
 * `values`: it stores values of its own on the server.
 * `public`: it responds at addresses that need no session.
 * `activity`: what the user does and which errors occur, by name.
 * `feeds:export`: the feeds that the user follows, as a file. `wire`: sends the calls of its
 * wire.ts, also those that cost something. Everything else is refused.
 */
export type Permission =
  | 'entries:read'
  | 'entries:mark'
  | 'entries:change'
  | 'entries:save'
  | 'highlights:read'
  | 'history:read'
  | 'search'
  | 'jobs'
  | 'events'
  | 'values'
  | 'public'
  | 'styles'
  | 'texts'
  | 'storage'
  | 'mail:self'
  | 'mail:others'
  | 'model'
  | 'feeds:export'
  | 'wire'
  | 'activity'
  | `connect:${string}`
  | `net:${string}`
  | `app:${string}`
