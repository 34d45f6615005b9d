import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestBundle } from '../../../tests/support/guest-plugin.ts'
import { startPluginServer, type PluginServer } from '../../../tests/support/plugin-server.ts'
import { startService, type Service } from '../../../tests/support/service.ts'
import { MAX_CATALOGUES } from '../../contract/plugin-catalogue.ts'
import { fingerprintOf } from './catalogues.ts'

let plugin: PluginServer
let service: Service
/** What the author's server has, by path. */
const files = new Map<string, string>()
beforeAll(async () => {
  plugin = await startPluginServer('hello')
  service = await startService(({ path }) => {
    const body = files.get(path)
    return body === undefined ? { status: 404 } : { status: 200, body }
  })
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})

const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { key: String(publicKey.export({ format: 'jwk' }).x), privateKey }
}
type Key = { readonly key: string; readonly privateKey: KeyObject }
const author = newKey()
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const bundleOf = (version: string, permissions: readonly string[] = [], more: object = {}) =>
  guestBundle({ id: 'shelf', version, permissions, secrets: ['token'], ...more })

/** The file of a catalogue with one plugin, whose versions are these bundles, the newest first. */
function signedBy({ key, privateKey }: Key, sequence: number, bundles: readonly string[], more: object = {}) {
  const versions = bundles.map((bundle) => {
    const { version, permissions } = (JSON.parse(bundle) as { manifest: Record<string, unknown> }).manifest
    const address = `${service.url}/${String(version)}.json`
    files.set(`/${String(version)}.json`, bundle)
    return { version, address, hash: hashOf(bundle), permissions, ...more }
  })
  const plugins = [{ id: 'shelf', name: 'Shelf', description: 'Books.', versions }]
  const payload = JSON.stringify({ name: 'Books', sequence, plugins })
  const signature = sign(null, Buffer.from(payload), privateKey).toString('base64url')
  return { format: 'lectern-catalogue-1', key, signature, payload }
}
const publish = (path: string, catalogue: object) => void files.set(path, JSON.stringify(catalogue))
const at = (path: string) => `${service.url}${path}`

const ask = async (path: string, body?: object, method = 'POST') => {
  const response = await plugin.user.request(path, body ? { method, body } : {})
  return (await response.json()) as { code: number; data?: unknown }
}
const preview = (path: string) => ask('/plugins/catalogues/preview', { address: at(path) })
const add = (path: string, { key }: Pick<Key, 'key'> = author) =>
  ask('/plugins/catalogues', { address: at(path), key })
const listed = (key = author.key) => ({ listed: { catalogue: key, plugin: 'shelf' } })
const install = (bundle: string, granted: readonly string[] = [], origin: object = listed()) =>
  ask('/plugins/installed', { ...origin, hash: hashOf(bundle), granted })

test('a catalogue is shown with the words of its key, added, and lists what can be installed', async () => {
  const first = bundleOf('1.0.0', ['entries:read'])
  publish('/books', signedBy(author, 1, [first], { findings: [{ kind: 'hosts', names: ['a.example'] }] }))
  const shown = { name: 'Books', key: author.key, fingerprint: fingerprintOf(author.key) }
  expect(shown.fingerprint).toMatch(/^([a-z]{5}-){5}[a-z]{5}$/)
  expect(await preview('/books')).toMatchObject({ code: 0, data: shown })
  expect(await ask('/plugins/catalogues')).toMatchObject({ data: [] })
  expect(await ask('/plugins/preview', listed())).toMatchObject({ code: 6 })
  await add('/books')
  expect(await ask('/plugins/catalogues')).toMatchObject({
    data: [{ ...shown, plugins: [{ versions: [{ version: '1.0.0', findings: [{ kind: 'hosts' }] }] }] }],
  })
  expect(await ask('/plugins/preview', listed())).toMatchObject({
    data: { hash: hashOf(first), catalogue: author.key, address: at('/1.0.0.json') },
  })
  expect(await install(first, ['entries:read'])).toMatchObject({
    code: 0,
    data: { catalogue: author.key, previousVersion: null, granted: ['entries:read'] },
  })
})

test('a newer version keeps settings and grants nothing by itself; the version before comes back with what it had', async () => {
  await ask('/plugins/shelf/settings', { secrets: { token: 'mine' } }, 'PATCH')
  const second = bundleOf('2.0.0', ['entries:read', 'entries:change'])
  publish('/books', signedBy(author, 2, [second, bundleOf('1.0.0', ['entries:read'])]))
  await add('/books')
  expect(await install(second, ['entries:read'])).toMatchObject({
    data: { granted: ['entries:read'], previousVersion: '1.0.0' },
  })
  const secrets = () => ask('/plugins/shelf/settings')
  expect(await secrets()).toMatchObject({ data: { secretsSet: ['token'] } })
  await ask('/plugins/shelf/installed', { granted: ['entries:read', 'entries:change'] }, 'PATCH')
  expect(await ask('/plugins/shelf/installed/revert', {})).toMatchObject({
    data: { manifest: { version: '1.0.0' }, granted: ['entries:read'], previousVersion: null },
  })
  expect(await secrets()).toMatchObject({ data: { secretsSet: ['token'] } })
  expect(await ask('/plugins/shelf/installed/revert', {})).toMatchObject({ code: 96011 })
})

test('what is not signed by the pinned key, or is older, is refused and changes nothing', async () => {
  const before = await ask('/plugins/catalogues')
  const thief = newKey()
  const good = signedBy(author, 3, [bundleOf('3.0.0')])
  const payload = good.payload.replace('Books.', 'Thefts.')
  for (const [catalogue, code] of [
    [signedBy(thief, 9, [bundleOf('9.0.0')]), 96007],
    [{ ...good, payload }, 96006],
    [{ ...good, key: thief.key }, 96006],
    [{ ...good, signature: 'A'.repeat(86) }, 96006],
    [signedBy(author, 1, [bundleOf('1.0.0', ['entries:read'])]), 96008],
    [signedBy(author, 2, [bundleOf('2.0.0')], { findings: [] }), 96008],
    [{ ...good, format: 'lectern-plugin-1' }, 96005],
    [{ ...good, key: 'x' }, 96005],
    [signedBy(author, 4, []), 96005],
    ['text', 96005],
  ] as const) {
    publish('/books', catalogue as object)
    expect(await add('/books')).toMatchObject({ code })
  }
  expect(await add('/nothing')).toMatchObject({ code: 96002 })
  expect(await ask('/plugins/catalogues')).toEqual(before)
})

test('a file that is not the listed one is neither shown nor installed', async () => {
  const third = bundleOf('3.0.0')
  publish('/books', signedBy(author, 5, [third]))
  await add('/books')
  for (const swapped of [
    third.replace('"client":""', '"client":"steal()"'),
    bundleOf('3.0.0', ['entries:read']),
    guestBundle({ id: 'other', version: '3.0.0' }),
  ]) {
    files.set('/3.0.0.json', swapped)
    expect(await ask('/plugins/preview', listed())).toMatchObject({ code: 96009 })
    expect(await install(swapped)).toMatchObject({ code: 96009 })
  }
  // The index itself lies of what its plugin asks for.
  const greedy = bundleOf('4.0.0', ['entries:read'])
  publish('/books', signedBy(author, 6, [greedy], { permissions: [] }))
  await add('/books')
  expect(await install(greedy)).toMatchObject({ code: 96009 })
})

test('another author at the same address takes over neither settings nor secrets', async () => {
  const other = newKey()
  await ask('/plugins/catalogues', { address: at('/books') }, 'DELETE')
  const next = bundleOf('5.0.0')
  publish('/books', signedBy(other, 1, [next]))
  expect(await add('/books', other)).toMatchObject({ code: 0 })
  expect(await install(next, [], listed(other.key))).toMatchObject({ data: { previousVersion: null } })
  expect(await ask('/plugins/shelf/settings')).toMatchObject({ data: { secretsSet: [] } })
})

test('catalogues that are added at the same time do not pass the bound', async () => {
  const before = ((await ask('/plugins/catalogues')) as { data: unknown[] }).data.length
  const paths = Array.from({ length: MAX_CATALOGUES - before + 2 }, (_, number) => `/more-${number}`)
  for (const path of paths) publish(path, signedBy(newKey(), 1, [bundleOf('1.0.0')]))
  const shown = (path: string) => JSON.parse(files.get(path) ?? '') as Pick<Key, 'key'>
  const codes = await Promise.all(paths.map(async (path) => (await add(path, shown(path))).code))
  expect(codes.filter((code) => code === 96010)).toHaveLength(2)
  expect(await ask('/plugins/catalogues')).toMatchObject({ data: { length: MAX_CATALOGUES } })
})
