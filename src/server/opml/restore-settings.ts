/** Adds the settings of a file to an account and to the feeds that an import followed. Nothing is replaced. */
import type { Rule } from '../../contract/actions.ts'
import { labelKey } from '../../contract/label-names.ts'
import { recordOf, withFeedSettings } from '../../contract/feed-settings.ts'
import { MAX_OWN_RULES, type RetentionRule } from '../../contract/retention.ts'
import { digest } from '../actions/rules.ts'
import { openRules } from '../actions/webhook-addresses.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { actionsOf } from '../storage/actions/actions.ts'
import type { ImportLine } from '../storage/lists/imports.ts'
import { ensureLabel, labelsOf } from '../storage/entries/labels.ts'
import { addRetentionRules, retentionRules } from '../storage/entries/retention-rules.ts'
import { withoutSecrets, type AccountSettings } from './account-settings.ts'
import { maySetRetention } from './collect-settings.ts'
import type { OpmlLine } from './parse.ts'

/** What was added, and messages about what was not. */
export type Restored = {
  readonly rules: number
  readonly labels: number
  readonly problems: string[]
}

/** The tab of general settings as a file changes it. */
export type ChangeSettings = (
  change: (values: Readonly<Record<string, unknown>>) => Record<string, unknown>,
) => Promise<void>
export type SaveRules = (rules: Rule[]) => Promise<void>

/** Labels and rules, before the feeds are fetched, so that rules act on their first entries. */
export async function restoreAccount(
  context: Pick<RequestContext, 'storage' | 'user' | 'now' | 'newId' | 'secrets'>,
  { rules, labels, folders, retention }: AccountSettings,
  { saveRules, changeSettings }: { readonly saveRules: SaveRules; readonly changeSettings: ChangeSettings },
): Promise<Restored> {
  const problems: string[] = []
  const attempt = async (action: () => Promise<number>): Promise<number> => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push(error.reason ?? error.message)
      return 0
    }
  }
  const addedLabels = await attempt(() => addLabels(context, labels))
  const addedRules = await attempt(() => addRules(context, rules, saveRules))
  if (folders.length > 0)
    await attempt(async () => {
      await changeSettings((values) => {
        const days = recordOf(values['folderUnreadDays'])
        const added = Object.fromEntries(folders.map(({ name, unreadDays }) => [name, unreadDays]))
        return { folderUnreadDays: { ...added, ...days } }
      })
      return folders.length
    })
  if (maySetRetention(context.user) && retention.length > 0)
    await attempt(() => addOwnRetention(context, retention))
  return { rules: addedRules, labels: addedLabels, problems }
}

/** A folder or query with a rule keeps it. @throws Refusal unprocessable */
async function addOwnRetention(
  { storage, user }: Pick<RequestContext, 'storage' | 'user'>,
  rules: AccountSettings['retention'],
): Promise<number> {
  const present = (await retentionRules(storage)).own.filter(({ userId }) => userId === user.id)
  const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`
  const keys = new Set([...present, ...rules].map(keyOf))
  if (keys.size > MAX_OWN_RULES)
    throw new Refusal('unprocessable', `There are more than ${MAX_OWN_RULES} rules for folders and queries.`)
  await addRetentionRules(storage, user.id, { general: [], own: rules })
  return rules.length
}

/** Those of the file come last; existing ones are not duplicated. */
async function addRules(
  { storage, user, secrets }: Pick<RequestContext, 'storage' | 'user' | 'secrets'>,
  rules: readonly Rule[],
  saveRules: SaveRules,
): Promise<number> {
  if (rules.length === 0) return 0
  const row = await actionsOf(storage, user.id)
  const present = row ? openRules(row.rules, secrets) : []
  const known = new Set(present.map((rule) => digest(withoutSecrets(rule))))
  const added = rules.filter((rule) => !known.has(digest(rule)))
  if (added.length > 0) await saveRules([...present, ...added])
  return added.length
}

/** An existing label keeps its colour. */
async function addLabels(
  { storage, user, now, newId }: Pick<RequestContext, 'storage' | 'user' | 'now' | 'newId'>,
  labels: AccountSettings['labels'],
): Promise<number> {
  if (labels.length === 0) return 0
  const present = new Set((await labelsOf(storage, user.id)).map(({ name }) => labelKey(name)))
  const added = labels.filter(({ name }) => !present.has(labelKey(name)))
  await storage.db.transaction().execute(async (trx) => {
    for (const label of added)
      if ((await ensureLabel(trx, user.id, label, { now: now(), newId })) === null)
        throw new Refusal('labelLimit')
  })
  return added.length
}

/**
 * @param stored the results of the lines; feeds that were not followed by this import are unchanged
 */
export async function restoreFeedSettings(
  { storage, user }: Pick<RequestContext, 'storage' | 'user'>,
  { lines, stored }: { readonly lines: readonly OpmlLine[]; readonly stored: readonly ImportLine[] },
  changeSettings: ChangeSettings,
): Promise<void> {
  const settingsOf = new Map(lines.map(({ line, settings }) => [line, settings]))
  const feeds = stored.flatMap(({ line, feedId, outcome }) => {
    const settings = settingsOf.get(line)
    if (!settings || feedId === null || outcome === 'conflict' || outcome === 'failed') return []
    return [{ id: feedId, ...settings }]
  })
  const byFeed = new Map(feeds.map(({ id, ...settings }) => [id, settings]))
  if (Object.keys(withFeedSettings({}, byFeed)).length > 0)
    await changeSettings((values) => ({ ...withFeedSettings(values, byFeed) }))
  if (!maySetRetention(user)) return
  const bounds = feeds.flatMap(({ id, retention }): RetentionRule[] =>
    retention ? [{ scope: id, ...retention }] : [],
  )
  await addRetentionRules(storage, user.id, { general: bounds, own: [] })
}
