/** Adds what an account file has to an account. Each step adds only what is missing, so that a repeated import completes an interrupted one. */
import type { AccountFileReport } from '../../contract/account-files.ts'
import { cleanLabelName, labelKey } from '../../contract/label-names.ts'
import { localOnlyKeys } from '../../contract/setting-defaults.ts'
import { deepEqual } from '../../core/deep-equal.ts'
import { createLeaseLocks } from '../cluster/lease-locks.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { withoutSecrets } from '../opml/account-settings.ts'
import { restoreAccount, type SaveRules } from '../opml/restore-settings.ts'
import { checked, fitting } from '../routes/settings.ts'
import { storePicture } from '../routes/upload.ts'
import { exportedPlugins } from '../storage/accounts/account-export.ts'
import { completeProfile, putPluginPayload } from '../storage/accounts/account-import.ts'
import { changeTab, settingsOf } from '../storage/accounts/settings.ts'
import { profilesByIds } from '../storage/accounts/users.ts'
import { putPluginValue } from '../storage/plugins/plugin-values.ts'
import { importEntries } from './import-entries.ts'
import { importFeeds, importInboxes, importLists, refuseOverLimits } from './import-sources.ts'
import { asRecord, completed, createNames, renamed, withoutSwitch, type Names } from './names.ts'
import { checkFile, withStoredFile, type AccountHead } from './read-file.ts'
import type { RecordOf } from './records.ts'
import { createReport, type Report } from './report.ts'

export type ImportInput = {
  readonly file: AsyncIterable<Uint8Array>
  /** Whether proxies of the file, and its exceptions for certificates, are used. */
  readonly routes: boolean
  readonly inboxTitle: string
  readonly saveRules: SaveRules
}

/** ms that an account stays locked after the process that imported its file has died. */
const LOCK_MS = 30_000

/** @throws Refusal for a file that is broken, too new, too large, or none, before anything is changed */
export async function importAccount(context: RequestContext, input: ImportInput): Promise<AccountFileReport> {
  const { storage, user } = context
  // Another process may import a file of the same account.
  const locks = createLeaseLocks(storage, { owner: `import ${process.pid}`, ms: LOCK_MS })
  if (!(await locks.take(lockOf(user.id))))
    throw new Refusal('previousNotCompleted', 'Another import of this account is running.')
  const renewal = setInterval(() => void locks.renew().catch(() => undefined), LOCK_MS / 3)
  try {
    return await withStoredFile(input.file, (path) => importStored(context, path, input))
  } finally {
    clearInterval(renewal)
    await locks.close()
  }
}

/** The name of the lease under which a file is imported into an account. */
export const lockOf = (userId: string): string => `import ${userId}`

async function importStored(
  context: RequestContext,
  path: string,
  { routes, inboxTitle, saveRules }: ImportInput,
): Promise<AccountFileReport> {
  const head = await checkFile(path)
  await refuseOverLimits(context, head)
  const report = createReport()
  const names = createNames()
  await importProfile(context, head, report)
  await importLabelsAndRules(context, head, { report, saveRules })
  const feeds = await importFeeds(context, head, { report, names, routes })
  await importLists(context, head, { report, names, feeds })
  const inboxOf = await importInboxes(context, head, { report, names })
  await importEntries(context, path, { feeds, inboxOf, inboxTitle }, report)
  // Last: they name what was imported before.
  await importSettings(context, head, { report, names })
  await importPlugins(context, head, report)
  const { problem: _problem, attempt: _attempt, ...result } = report
  return { ...result, browser: head.of('browser')[0]?.values ?? null }
}

async function importProfile(context: RequestContext, head: AccountHead, report: Report): Promise<void> {
  const { storage, user } = context
  for (const { picture, ...profile } of head.of('profile')) {
    await completeProfile(storage, user.id, profile)
    const [own] = await profilesByIds(storage, [user.id], user.id)
    if (picture === null || own?.image) continue
    await report.attempt(async () => {
      const image = await storePicture(context, Buffer.from(picture, 'base64'))
      await completeProfile(storage, user.id, { image })
    })
  }
}

async function importLabelsAndRules(
  context: RequestContext,
  head: AccountHead,
  { report, saveRules }: { readonly report: Report; readonly saveRules: SaveRules },
): Promise<void> {
  const named = [
    ...head.of('label'),
    // An entry may have a label that the file does not list.
    ...[...head.entryLabels].map((name) => ({ name, color: null })),
  ].flatMap(({ name, color }) => {
    const clean = cleanLabelName(name)
    return clean === null ? [] : [{ name: clean, color }]
  })
  const labels = [...new Map(named.toReversed().map((one) => [labelKey(one.name), one])).values()]
  const restored = await restoreAccount(
    context,
    {
      labels: labels.toReversed(),
      rules: head.of('rule').map(({ rule }) => withoutSecrets(rule)),
      folders: [],
      retention: head.of('retention').map(({ rule }) => rule),
    },
    { saveRules, changeSettings: async () => {} },
  )
  report.added.labels += restored.labels
  report.added.rules += restored.rules
  restored.problems.forEach(report.problem)
}

async function importSettings(
  { storage, user, now }: RequestContext,
  head: AccountHead,
  { report, names }: { readonly report: Report; readonly names: Names },
): Promise<void> {
  const present = new Map((await settingsOf(storage, user.id)).map(({ tab, values }) => [tab, values]))
  for (const { tab, values } of head.of('settings'))
    await report.attempt(async () => {
      const local = localOnlyKeys[tab]
      const travelling = Object.entries(asRecord(renamed(values, names.idOf))).filter(
        ([key]) => !local.includes(key),
      )
      const added = checked(tab, Object.fromEntries(travelling))
      const before = present.get(tab) ?? {}
      if (deepEqual(completed(before, added), before)) return
      await changeTab(storage, { userId: user.id, tab, at: now() }, (current) =>
        fitting(asRecord(completed(current, added))),
      )
      report.added.settings = true
    })
}

/**
 * A plugin stays off until the user switches it on. One that is on, or has a key, keeps its settings: an address of the file would
 * receive what it sends, and the key.
 */
async function importPlugins(context: RequestContext, head: AccountHead, report: Report): Promise<void> {
  const { storage, user, room, pluginCommands } = context
  const { settings, values, installed } = await exportedPlugins(storage, user.id)
  const present = new Map(
    settings.map(({ plugin, payload, hasSecrets }) => [
      plugin,
      { payload: asRecord(JSON.parse(payload)), hasSecrets },
    ]),
  )
  const known = new Set(values.map(({ plugin, name }) => JSON.stringify([plugin, name])))
  for (const one of head.of('plugin')) {
    if (one.isInstalled && !installed.has(one.plugin)) report.missingPlugins.push(one.plugin)
    const { payload: before = {}, hasSecrets = false } = present.get(one.plugin) ?? {}
    const switchedBy = await pluginCommands.switchOf(user.id, one.plugin)
    const isInUse = hasSecrets || (switchedBy !== null && before[switchedBy] === true)
    const after = isInUse ? before : completed(before, withoutSwitch(one.settings, switchedBy))
    const fresh = Object.entries(one.values).filter(
      ([name]) => !known.has(JSON.stringify([one.plugin, name])),
    )
    const isChanged = !deepEqual(before, after)
    const isCompleted = await importPluginData(context, one, report)
    if (!isChanged && fresh.length === 0) {
      if (isCompleted) report.added.plugins += 1
      continue
    }
    if (!(await room.take(user.id, JSON.stringify([after, fresh]).length))) throw new Refusal('accountFull')
    if (isChanged) await putPluginPayload(storage, user.id, one.plugin, JSON.stringify(after))
    for (const [name, value] of fresh)
      await putPluginValue(storage, user.id, one.plugin, { name, value, sealed: false })
    report.added.plugins += 1
  }
}

/** Adds records of a plugin's tables. @returns whether there were some to add */
async function importPluginData(
  { user, room, pluginCommands }: RequestContext,
  { plugin, data }: RecordOf<'plugin'>,
  report: Report,
): Promise<boolean> {
  if (data.length === 0) return false
  const tables = pluginCommands.accountData().get(plugin)
  if (!tables) {
    report.problem(`What the plugin "${plugin}" stored was left out: this server keeps nothing of its kind.`)
    return false
  }
  if (!(await room.take(user.id, JSON.stringify(data).length))) throw new Refusal('accountFull')
  const { added, left } = await tables.add(user.id, data)
  if (left > 0) report.problem(`${left} of ${data.length} records of the plugin "${plugin}" were left out.`)
  return added > 0
}
