/** Plugins from elsewhere that users have installed: their bundles, pinned by hash, and what each was granted. */
import { createHash } from 'node:crypto'
import { MAX_INSTALLED, type InstalledPlugin, type PluginPreview } from '../../contract/plugins.ts'
import { codeOf, grantsOf, MAX_BUNDLE, parseBundle, type PluginBundle } from '../../contract/plugin-bundle.ts'
import { isReservedPluginId } from '../../contract/reserved-plugin-ids.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import type { Outbound } from '../outbound/index.ts'
import { lockUser } from '../storage/accounts/users.ts'
import type { Storage } from '../storage/open.ts'
import { clearCrashes } from '../storage/plugins/plugin-halves.ts'
import type { InstalledPluginRow } from '../storage/schema.ts'
import { catalogueRoutes, listedVersion, refuseUnlisted, textAt } from './catalogues.ts'
import { planOwnWork } from './own-work.ts'
import { endSignIns } from './sign-in/end-sign-ins.ts'

/** Data of a user's plugin, deleted with it. */
const TABLES = [
  'installedPlugins',
  'pluginSettings',
  'pluginJobs',
  'pluginContacts',
  'pluginCrashes',
  'pluginListeners',
  'pluginEvents',
  'pluginValues',
  'pluginOutcomes',
] as const

type Listed = { readonly catalogue: string; readonly plugin: string; readonly version?: string | undefined }
type Origin = {
  readonly address?: string | undefined
  readonly bundle?: string | undefined
  readonly listed?: Listed | undefined
}

export const installedRoutes = (outbound: Outbound, isBuiltIn: (id: string) => boolean) =>
  ({
    ...catalogueRoutes(outbound),
    'plugins.preview': async ({ config, storage, user }, origin) => {
      const { text, address, catalogue } = await fetchedBundle(outbound, storage, user.id, origin)
      const runs = config.PLUGIN_SERVER_HALVES === 'on' ? 'runs' : 'off'
      const bundle = installable(text)
      const serverHalf = bundle.server === undefined ? 'none' : runs
      const installed = (await rowsOf(storage, user.id)).find(({ plugin }) => plugin === bundle.manifest.id)
      const replaces = installed ? replacedBy(installed, { address, catalogue, hash: hashOf(text) }) : null
      return { data: { ...previewOf(text, bundle), address, catalogue, serverHalf, replaces } }
    },
    'plugins.install': async ({ storage, user, now, room }, { hash, granted, ...origin }) => {
      const { text, address, catalogue } = await fetchedBundle(outbound, storage, user.id, origin)
      if (hashOf(text) !== hash) throw new Refusal('pluginChanged')
      const { manifest } = installable(text)
      const rows = await rowsOf(storage, user.id)
      const before = rows.find(({ plugin }) => plugin === manifest.id)
      if (isBuiltIn(manifest.id)) throw new Refusal('pluginExists')
      // No room is taken for what is refused; at the same time others may be installed, so it is counted again below.
      await refuseTooMany(storage.db, user.id, manifest.id)
      const isSame = before !== undefined && isSameOrigin(before, { address, catalogue, hash })
      const previous = isSame && before.hash !== hash ? previousOf(before) : null
      const growth = text.length + (previous?.length ?? 0) - sizeOf(before)
      if (growth > 0 && !(await room.take(user.id, growth))) throw new Refusal('accountFull')
      const row = {
        userId: user.id,
        plugin: manifest.id,
        address,
        catalogue,
        previous: previous ?? (isSame ? before.previous : null),
        hash,
        bundle: text,
        granted: JSON.stringify(grantsOf(manifest, granted)),
        installedAt: now(),
      }
      await storage.db.transaction().execute(async (db) => {
        await lockUser({ ...storage, db }, user.id)
        await refuseTooMany(db, user.id, manifest.id)
        if (before && !isSame) await removeStored(db, user.id, manifest.id)
        if (!before) await switchOff(db, user.id, manifest)
        await db
          .insertInto('installedPlugins')
          .values(row)
          .onConflict((conflict) => conflict.columns(['userId', 'plugin']).doUpdateSet(row))
          .execute()
      })
      await clearCrashes(storage, user.id, manifest.id)
      await planOwnWork(storage, user.id, manifestOf(manifest, JSON.parse(row.granted) as string[]), now())
      return { data: installedOf(row) }
    },
    'plugins.installed': async ({ storage, user }) => ({
      data: (await rowsOf(storage, user.id)).filter(isUntouched).map(installedOf),
    }),
    'plugins.bundle': async ({ storage, user }, { plugin }) => {
      const { bundle, hash } = await rowOf(storage, user.id, plugin)
      return { data: { bundle, hash } }
    },
    'plugins.change': async ({ storage, user, now }, { plugin, granted }) => {
      const row = await rowOf(storage, user.id, plugin)
      const { manifest } = readable(row.bundle)
      const changed = { ...row, granted: JSON.stringify(grantsOf(manifest, granted)) }
      await storage.db
        .updateTable('installedPlugins')
        .set({ granted: changed.granted })
        .where('userId', '=', user.id)
        .where('plugin', '=', plugin)
        .execute()
      await planOwnWork(
        storage,
        user.id,
        manifestOf(manifest, JSON.parse(changed.granted) as string[]),
        now(),
      )
      return { data: installedOf(changed) }
    },
    'plugins.revert': async ({ storage, user, now }, { plugin }) => {
      const row = await rowOf(storage, user.id, plugin)
      if (row.previous === null) throw new Refusal('pluginHasNoPrevious')
      const before = { ...(JSON.parse(row.previous) as Previous), previous: null, installedAt: now() }
      const { manifest } = installable(before.bundle)
      await storage.db
        .updateTable('installedPlugins')
        .set(before)
        .where('userId', '=', user.id)
        .where('plugin', '=', plugin)
        .execute()
      await clearCrashes(storage, user.id, plugin)
      await planOwnWork(storage, user.id, manifestOf(manifest, JSON.parse(before.granted) as string[]), now())
      return { data: installedOf({ ...row, ...before }) }
    },
    'plugins.remove': async ({ storage, user }, { plugin }) => {
      if (isBuiltIn(plugin)) throw new Refusal('notFound')
      await storage.db.transaction().execute((db) => removeStored(db, user.id, plugin))
    },
  }) satisfies Routes

/** @throws Refusal tooManyPlugins where the user has as many besides this one as are allowed */
async function refuseTooMany(db: Storage['db'], userId: string, plugin: string): Promise<void> {
  const others = await db
    .selectFrom('installedPlugins')
    .select('plugin')
    .where('userId', '=', userId)
    .where('plugin', '!=', plugin)
    .execute()
  if (others.length >= MAX_INSTALLED) throw new Refusal('tooManyPlugins')
}

async function removeStored(db: Storage['db'], userId: string, plugin: string): Promise<void> {
  await endSignIns(db, userId, plugin)
  for (const table of TABLES)
    await db.deleteFrom(table).where('userId', '=', userId).where('plugin', '=', plugin).execute()
}

/** An imported account may have settings of a plugin that was not installed: they do not switch it on. */
async function switchOff(
  db: Storage['db'],
  userId: string,
  { id, enabledBy }: { readonly id: string; readonly enabledBy: string },
): Promise<void> {
  const own = { userId, plugin: id }
  const row = await db
    .selectFrom('pluginSettings')
    .select('payload')
    .where((of) => of.and(own))
    .executeTakeFirst()
  if (!row) return
  const { [enabledBy]: _, ...settings } = JSON.parse(row.payload) as Record<string, unknown>
  await db
    .updateTable('pluginSettings')
    .set({ payload: JSON.stringify(settings) })
    .where((of) => of.and(own))
    .execute()
}

type BundleOrigin = Pick<InstalledPluginRow, 'address' | 'catalogue' | 'hash'>

/**
 * The owner of an address controls its content, and the key of a catalogue what that lists. A file identifies no author: only the same
 * text is the same plugin.
 */
function isSameOrigin(before: BundleOrigin, after: BundleOrigin): boolean {
  if (before.hash === after.hash) return true
  if (before.catalogue !== null) return before.catalogue === after.catalogue
  return before.address !== null && before.address === after.address
}

type Previous = Pick<InstalledPluginRow, 'address' | 'catalogue' | 'hash' | 'bundle' | 'granted'>
const previousOf = ({ address, catalogue, hash, bundle, granted }: InstalledPluginRow): string =>
  JSON.stringify({ address, catalogue, hash, bundle, granted } satisfies Previous)
const sizeOf = (row: InstalledPluginRow | undefined): number =>
  (row?.bundle.length ?? 0) + (row?.previous?.length ?? 0)

const replacedBy = (before: InstalledPluginRow, after: BundleOrigin): PluginPreview['replaces'] => ({
  version: parseBundle(before.bundle)?.manifest.version ?? '',
  address: before.address,
  keepsSettings: isSameOrigin(before, after),
})

/** @throws Refusal notFound where the user has no such plugin */
export const installedManifest = async (storage: Storage, userId: string, id: string): Promise<Manifest> =>
  (await installedHalf(storage, userId, id)).manifest

/** All plugins that a user has installed, with their grants. */
export const installedManifests = async (storage: Storage, userId: string): Promise<Manifest[]> =>
  (await rowsOf(storage, userId))
    .filter(isUntouched)
    .map(({ bundle, granted }) => manifestOf(readable(bundle).manifest, JSON.parse(granted) as string[]))

/**
 * The manifest of a user's plugin with what was granted, and the code of its server half.
 * @throws Refusal notFound where the user has no such plugin, pluginChanged where it is not the one that was installed
 */
export async function installedHalf(
  storage: Storage,
  userId: string,
  id: string,
): Promise<{ readonly manifest: Manifest; readonly server: string | null }> {
  const row = await rowOf(storage, userId, id)
  const { manifest, server = null } = readable(row.bundle)
  return { manifest: manifestOf(manifest, JSON.parse(row.granted) as string[]), server }
}

type Fetched = Pick<InstalledPluginRow, 'address' | 'catalogue'> & { readonly text: string }

async function fetchedBundle(
  outbound: Outbound,
  storage: Storage,
  userId: string,
  { address, bundle, listed }: Origin,
): Promise<Fetched> {
  if (listed) {
    const version = await listedVersion(storage, userId, listed)
    const text = await bundleText(outbound, version.address)
    refuseUnlisted(readable(text), hashOf(text), version)
    return { text, address: version.address, catalogue: listed.catalogue }
  }
  if (bundle !== undefined) return { text: bundle, address: address ?? null, catalogue: null }
  if (address === undefined) throw new Refusal('invalidParameter', 'address or bundle')
  return { text: await bundleText(outbound, address), address, catalogue: null }
}

const bundleText = (outbound: Outbound, address: string): Promise<string> =>
  textAt(outbound, address, { longest: MAX_BUNDLE, tooLong: 'pluginUnreadable' })

function readable(text: string): PluginBundle {
  const bundle = parseBundle(text)
  if (!bundle) throw new Refusal('pluginUnreadable')
  try {
    manifestOf(bundle.manifest, [])
  } catch (error) {
    throw new Refusal('pluginUnreadable', error instanceof Error ? error.message : undefined)
  }
  return bundle
}

/** @throws Refusal as `readable`, and for an id of the reader */
function installable(text: string): PluginBundle {
  const bundle = readable(text)
  if (isReservedPluginId(bundle.manifest.id)) throw new Refusal('pluginExists')
  return bundle
}

const previewOf = (
  text: string,
  bundle: PluginBundle,
): Omit<PluginPreview, 'address' | 'catalogue' | 'serverHalf' | 'replaces'> => ({
  manifest: bundle.manifest,
  hash: hashOf(text),
  size: Buffer.byteLength(text),
  texts: Object.fromEntries(
    Object.entries(bundle.locales).map(([language, { name, description }]) => [
      language,
      { name: wordsOf(name), description: wordsOf(description) },
    ]),
  ),
  code: codeOf(bundle),
})
const wordsOf = (text: unknown): string => (typeof text === 'string' ? text.slice(0, 500) : '')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A bundle that differs from the installed one no longer runs. */
const isUntouched = ({ bundle, hash }: InstalledPluginRow) => hashOf(bundle) === hash

const rowsOf = ({ db }: Storage, userId: string): Promise<InstalledPluginRow[]> =>
  db.selectFrom('installedPlugins').selectAll().where('userId', '=', userId).orderBy('plugin').execute()

async function rowOf(storage: Storage, userId: string, plugin: string): Promise<InstalledPluginRow> {
  const row = (await rowsOf(storage, userId)).find((one) => one.plugin === plugin)
  if (!row) throw new Refusal('notFound', `There is no plugin ${plugin}`)
  if (!isUntouched(row)) throw new Refusal('pluginChanged')
  return row
}

const installedOf = ({
  bundle,
  hash,
  address,
  granted,
  installedAt,
  catalogue,
  previous,
}: InstalledPluginRow): InstalledPlugin => ({
  manifest: readable(bundle).manifest,
  hash,
  size: Buffer.byteLength(bundle),
  address,
  granted: JSON.parse(granted) as string[],
  installedAt: Number(installedAt),
  catalogue,
  previousVersion:
    previous === null
      ? null
      : (parseBundle((JSON.parse(previous) as Previous).bundle)?.manifest.version ?? null),
})
