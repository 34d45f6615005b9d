import type { TokenUse } from '../../../contract/token-uses.ts'
import type { Translation } from '../../../ui/index.ts'

/** Changes of one kind have one text. */
const KINDS = {
  'reads.mark': 'read',
  'reads.markAll': 'read',
  'reads.unmark': 'unread',
  'reads.unmarkAll': 'unread',
  'collections.add': 'star',
  'collections.remove': 'unstar',
  'plugins.call': 'save',
  subscriptions: 'feeds',
  categories: 'feeds',
  actions: 'rules',
  labels: 'labels',
  highlights: 'highlights',
  lists: 'lists',
  inboxes: 'inboxes',
} as const

/** What an app did, in words. */
export function textOfUse({ call, count }: TokenUse, t: Translation['t']): string {
  // The id of a plugin's command has a colon, the name of a call has none.
  if (call.includes(':')) return t('account.uses.did.command', { command: call })
  const kinds: Readonly<Record<string, (typeof KINDS)[keyof typeof KINDS]>> = KINDS
  const kind = kinds[call] ?? kinds[call.split('.')[0] ?? ''] ?? 'other'
  return t(`account.uses.did.${kind}`, { count })
}
