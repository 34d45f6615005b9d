/** Catalogues of plugins: signed lists at addresses, whose key is pinned when the user adds them. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  cataloguePayload,
  MAX_CATALOGUE,
  MAX_CATALOGUES,
  signedCatalogue,
  type CataloguePayload,
  type PluginCatalogue,
} from '../../contract/plugin-catalogue.ts'
import type { ErrorKey } from '../../contract/errors.ts'
import type { PluginBundle } from '../../contract/plugin-bundle.ts'
import { parsedJson } from '../../core/parsed-json.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { isFailure, type Outbound } from '../outbound/index.ts'
import { lockUser } from '../storage/accounts/users.ts'
import type { Storage } from '../storage/open.ts'
import type { PluginCatalogueRow } from '../storage/schema.ts'

type Signed = { readonly key: string; readonly payload: string; readonly index: CataloguePayload }

export const catalogueRoutes = (outbound: Outbound) =>
  ({
    'plugins.previewCatalogue': async (_, { address }) => {
      const { key, index } = await signedAt(outbound, address)
      return { data: catalogueOf(address, key, index) }
    },
    'plugins.addCatalogue': async ({ storage, user, now, room }, { address, key }) => {
      const signed = await signedAt(outbound, address)
      if (signed.key !== key) throw new Refusal('catalogueKeyChanged')
      await refuseTooMany(storage.db, user.id, address)
      const before = (await rowsOf(storage, user.id)).find((row) => row.address === address)
      if (before) refuseOther(before, signed)
      const growth = signed.payload.length - (before?.payload.length ?? 0)
      if (growth > 0 && !(await room.take(user.id, growth))) throw new Refusal('accountFull')
      const { sequence } = signed.index
      const row = { userId: user.id, address, key, sequence, payload: signed.payload, fetchedAt: now() }
      await storage.db.transaction().execute(async (db) => {
        await lockUser({ ...storage, db }, user.id)
        await refuseTooMany(db, user.id, address)
        await db
          .insertInto('pluginCatalogues')
          .values(row)
          .onConflict((conflict) => conflict.columns(['userId', 'address']).doUpdateSet(row))
          .execute()
      })
      return { data: catalogueOf(address, key, signed.index) }
    },
    'plugins.catalogues': async ({ storage, user }) => ({
      data: (await rowsOf(storage, user.id)).map(({ address, key, payload }) =>
        catalogueOf(address, key, readIndex(payload)),
      ),
    }),
    'plugins.removeCatalogue': async ({ storage, user }, { address }) => {
      await storage.db
        .deleteFrom('pluginCatalogues')
        .where('userId', '=', user.id)
        .where('address', '=', address)
        .execute()
    },
  }) satisfies Routes

/** As for plugins (installed.ts): before room is taken, and again under the lock. @throws Refusal tooManyCatalogues */
async function refuseTooMany(db: Storage['db'], userId: string, address: string): Promise<void> {
  const others = await db
    .selectFrom('pluginCatalogues')
    .select('address')
    .where('userId', '=', userId)
    .where('address', '!=', address)
    .execute()
  if (others.length >= MAX_CATALOGUES) throw new Refusal('tooManyCatalogues')
}

/**
 * Where a user's catalogue lists a version of a plugin.
 * @param catalogue its key: another author's at the same address is another catalogue
 * @param version the newest when absent
 * @throws Refusal notFound where it lists none
 */
export async function listedVersion(
  storage: Storage,
  userId: string,
  {
    catalogue,
    plugin,
    version,
  }: { readonly catalogue: string; readonly plugin: string; readonly version?: string | undefined },
) {
  const row = (await rowsOf(storage, userId)).find(({ key }) => key === catalogue)
  const versions = row && readIndex(row.payload).plugins.find(({ id }) => id === plugin)?.versions
  const listed = version === undefined ? versions?.[0] : versions?.find((one) => one.version === version)
  if (!listed) throw new Refusal('notFound', `No catalogue lists ${plugin}`)
  return { ...listed, plugin }
}

/** @throws Refusal catalogueFileChanged where the bundle is not what the catalogue lists */
export function refuseUnlisted(
  { manifest: { id, version, permissions } }: PluginBundle,
  hash: string,
  listed: Awaited<ReturnType<typeof listedVersion>>,
): void {
  const isListed =
    hash === listed.hash &&
    id === listed.plugin &&
    version === listed.version &&
    permissions.every((one) => listed.permissions.includes(one))
  if (!isListed) throw new Refusal('catalogueFileChanged')
}

/** An index that was taken back, or another under the same number, is none that the author published last. */
function refuseOther(before: PluginCatalogueRow, { key, payload, index }: Signed): void {
  if (key !== before.key) throw new Refusal('catalogueKeyChanged')
  const sequence = Number(before.sequence)
  if (index.sequence < sequence || (index.sequence === sequence && payload !== before.payload))
    throw new Refusal('catalogueOlder')
}

/** @throws Refusal pluginUnreachable, catalogueUnreadable or catalogueSignature */
async function signedAt(outbound: Outbound, address: string): Promise<Signed> {
  const text = await textAt(outbound, address, { longest: MAX_CATALOGUE, tooLong: 'catalogueUnreadable' })
  const { data } = signedCatalogue.safeParse(parsedJson(text))
  if (!data) throw new Refusal('catalogueUnreadable')
  const { key, payload, signature } = data
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: key } })
  if (!verify(null, Buffer.from(payload), publicKey, Buffer.from(signature, 'base64url')))
    throw new Refusal('catalogueSignature')
  return { key, payload, index: readIndex(payload) }
}

/**
 * The text at an address that a user has entered, of its host alone: they have agreed to this one and no other.
 * @throws Refusal pluginUnreachable, and `tooLong`
 */
export async function textAt(
  outbound: Outbound,
  address: string,
  { longest, tooLong }: { readonly longest: number; readonly tooLong: ErrorKey },
): Promise<string> {
  const { host } = new URL(address)
  const response = await outbound.ask(address, { allows: (url) => url.host === host })
  if (isFailure(response)) throw new Refusal('pluginUnreachable', response.message)
  if (response.status !== 200) throw new Refusal('pluginUnreachable', `HTTP ${response.status}`)
  if (response.bytes.length > longest) throw new Refusal(tooLong)
  return new TextDecoder().decode(response.bytes)
}

function readIndex(payload: string): CataloguePayload {
  const { data } = cataloguePayload.safeParse(parsedJson(payload))
  if (!data) throw new Refusal('catalogueUnreadable')
  return data
}

const catalogueOf = (address: string, key: string, index: CataloguePayload): PluginCatalogue => ({
  address,
  key,
  fingerprint: fingerprintOf(key),
  ...index,
})

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aiou'
/** 96 bits of its hash as words of five letters (proquints): people can read them out and compare them. */
export function fingerprintOf(key: string): string {
  const hash = createHash('sha256').update(key).digest()
  const words = Array.from({ length: 6 }, (_, at) => {
    const bits = hash.readUInt16BE(at * 2)
    const letter = (letters: string, from: number) => letters[(bits >> from) % letters.length]
    return [
      letter(CONSONANTS, 12),
      letter(VOWELS, 10),
      letter(CONSONANTS, 6),
      letter(VOWELS, 4),
      letter(CONSONANTS, 0),
    ].join('')
  })
  return words.join('-')
}

const rowsOf = ({ db }: Storage, userId: string): Promise<PluginCatalogueRow[]> =>
  db.selectFrom('pluginCatalogues').selectAll().where('userId', '=', userId).orderBy('address').execute()
