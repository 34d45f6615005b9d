import { createHash } from 'node:crypto'
import { allSettled, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import { parseBundle } from '../../contract/plugin-bundle.ts'
import { errorNotified } from '../../model/app/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $preview } from '../installed/installed.ts'
import { draftChanged } from './draft.ts'
import {
  $link,
  $linkProblem,
  fileRequested,
  installDraftRequested,
  linkOpened,
  linkRequested,
} from './shared-plugin.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A reader whose server shows every bundle with its hash, as the real one does. */
function reader({ online = true } = {}) {
  const copied: string[] = []
  const files = new Map<string, string>()
  const preview = async ({ bundle }: { bundle: string }) => {
    if (!online) throw Object.assign(new Error('offline'), { kind: 'unreachable' })
    const parsed = parseBundle(bundle)
    if (!parsed) throw Object.assign(new Error('refused'), { kind: 'refused' })
    return { code: 0, data: { manifest: parsed.manifest, hash: hashOf(bundle) } }
  }
  const services = {
    api: { plugins: { preview } },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    clock: { now: () => 0, after: () => () => {} },
    platform: {
      copyText: async (text: string) => void copied.push(text),
      download: (name: string, content: string) => void files.set(name, content),
    },
  } as unknown as Services
  const scope = fork({ values: [[$services, services]] })
  const screens: string[] = []
  const errors: string[] = []
  createWatch({ unit: screenRequested, scope, fn: ({ path }) => void screens.push(path) })
  createWatch({ unit: errorNotified, scope, fn: ({ key }) => void errors.push(key) })
  const share = async () => {
    await allSettled(linkRequested, { scope, params: 'https://reader.example' })
    return scope.getState($link)
  }
  const open = async (fragment: string) => {
    await allSettled(linkOpened, { scope, params: fragment })
    return { shown: scope.getState($preview), problem: scope.getState($linkProblem) }
  }
  return { scope, copied, files, screens, errors, share, open }
}
const fragmentOf = (link: string | null) => new URL(link ?? '').hash

test('the draft is shared as a link, which is copied and shows another user what it would install', async () => {
  const { share, copied } = reader()
  const link = await share()
  expect(copied).toEqual([link])
  const other = reader()
  const { shown, problem } = await other.open(fragmentOf(link))
  expect(problem).toBeNull()
  expect(shown?.preview.manifest).toMatchObject({ id: 'word-count', permissions: ['entries:read'] })
  expect(other.screens).toEqual(['/settings/integration'])
})

test('a link whose plugin has another hash is refused, and nothing is shown to install', async () => {
  const { share, open, screens } = reader()
  const link = await share()
  const forged = fragmentOf(link).replace(/^#[0-9a-f]{64}/, `#${'0'.repeat(64)}`)
  expect(await open(forged)).toEqual({ shown: null, problem: 'changed' })
  expect(screens).toEqual([])
})

test('a damaged link, and one that is opened without a connection, say so', async () => {
  const link = await reader().share()
  expect(await reader().open('#damaged')).toEqual({ shown: null, problem: 'unreadable' })
  expect(await reader({ online: false }).open(fragmentOf(link))).toEqual({ shown: null, problem: 'offline' })
})

test('a link is gone when the draft is changed, as it would share the one before', async () => {
  const { scope, share } = reader()
  expect(await share()).not.toBeNull()
  await allSettled(draftChanged, { scope, params: { code: 'lectern.start({})' } })
  expect(scope.getState($link)).toBeNull()
})

test('a draft that is too large for a link is shared as a file', async () => {
  const { scope, share, errors, files } = reader()
  let code = ''
  for (let at = 0; code.length < 200_000; at += 1) code += `// ${hashOf(String(at))}\n`
  await allSettled(draftChanged, { scope, params: { code } })
  expect(await share()).toBeNull()
  expect(errors).toEqual(['app:plugin.workshop.tooLarge'])
  await allSettled(fileRequested, { scope })
  expect(parseBundle(files.get('word-count.json') ?? '')?.client).toBe(code)
})

test('the draft is installed by way of what it would install', async () => {
  const { scope, screens } = reader()
  await allSettled(installDraftRequested, { scope })
  expect(scope.getState($preview)?.preview.manifest.id).toBe('word-count')
  expect(screens).toEqual(['/settings/integration'])
})
