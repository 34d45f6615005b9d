/** Which accepted calls other devices of the person hear of, and how much of them. */
import { paths, type CallName } from '../../contract/paths.ts'

/** Writes in form, but they change nothing that another device shows. */
export const untold: readonly CallName[] = [
  'entries.list',
  'entries.stream',
  'entries.inboxList',
  'ai.chat',
  'actions.dryRun',
  'wallets.refresh',
  'profiles.batch',
  'discover.search',
  'feeds.analytics',
  'feeds.refresh',
  'feeds.reset',
  'messaging.test',
  'subscriptions.parseOpml',
  'data.send',
  'upload.avatar',
  'admin.clean',
  'admin.mint',
]
/** Nouns of which the device's own words are told too: they hold no secret, and spare the other device a question. */
const worded = ['reads', 'collections', 'subscriptions', 'categories', 'settings']
const LONGEST_WORDS = 4096

export const isTold = (name: CallName): boolean => paths[name][0] !== 'GET' && !untold.includes(name)

/** @param input what the call was given @returns what may be told of it, or undefined */
export function toldOf(name: CallName, input: unknown): Record<string, unknown> | undefined {
  if (!worded.includes(name.split('.')[0] ?? '') || typeof input !== 'object' || input === null)
    return undefined
  const { TOTPCode: _code, file: _file, ...words } = input as Record<string, unknown>
  return JSON.stringify(words).length <= LONGEST_WORDS ? words : undefined
}
