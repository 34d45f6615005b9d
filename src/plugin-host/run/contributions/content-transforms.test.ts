import { allSettled, createEvent, createWatch, fork, sample, type Scope } from 'effector'
import { describe, expect, test } from 'vitest'
import { $transformedHtml } from '../../../features/entry/content-transforms.ts'
import { $contentTransforms, featuresRegistered } from '../../../features/registry.ts'
import { memoryLocal } from '../../../local/memory-local.ts'
import { errorNotified } from '../../../model/app/index.ts'
import { contentsLoaded, entrySummariesLoaded } from '../../../model/entries/index.ts'
import { navigationRequested } from '../../../model/location/index.ts'
import { $services, type Services } from '../../../model/services.ts'
import { defineClient, type ClientHost, type EntryHead } from '../../../plugin-api/client.ts'
import { pluginSettingChanged } from '../../settings/plugin-states.ts'
import { readerWith } from '../../sandbox/testing.ts'

const html = '<p>Hello</p>'

/** Opens an English entry with this content, and waits for its transforms. @returns what is shown of it */
async function opened(scope: Scope, id = 'a', content = html) {
  const head = { id, feedId: '1', title: id, language: 'en', description: null, media: [] }
  await allSettled(entrySummariesLoaded, { scope, params: [head as unknown as EntryHead] })
  const body = { content, status: 'ready', readabilityContent: null, readabilityUpdatedAt: null } as const
  await allSettled(contentsLoaded, { scope, params: [[id, body]] })
  await allSettled(navigationRequested, { scope, params: { entryId: id } })
  return shown(scope, content)
}
const shown = (scope: Scope, content = html) => scope.getState($transformedHtml)(content)

/** The example of the API's documentation, and what depends on it. */
const shout = ({ contentTransform }: ClientHost) =>
  contentTransform({
    title: 'shout',
    applies: ({ language }) => language === 'en',
    transform: (text) => text.toUpperCase(),
  })
const sign = ({ contentTransform }: ClientHost) =>
  contentTransform({ title: 'sign', transform: async (text) => `${text}<p>Guest</p>` })

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  test('transforms contents in the order of its transforms, until it is switched off', async () => {
    const client = defineClient((host) => {
      shout(host)
      sign(host)
      host.contentTransform({ title: 'never', applies: () => false, transform: () => '' })
    })
    const { scope } = await readerWith(client, sandboxed, ['entries:read'])
    expect(await opened(scope)).toBe('<P>HELLO</P><p>Guest</p>')
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(shown(scope)).toBe(html)
    expect(scope.getState($contentTransforms)).toEqual([])
  })

  test('transforms the open entry again when a setting changes', async () => {
    const client = defineClient(({ contentTransform, $settings, started }) => {
      let name: unknown = ''
      const changed = createEvent<Readonly<Record<string, unknown>>>()
      sample({ clock: [$settings, started], source: $settings, target: changed })
      changed.watch((settings) => (name = settings['name']))
      contentTransform({ title: 'sign', transform: (text) => `${text}<p>${String(name)}</p>` })
    })
    const { scope } = await readerWith(client, sandboxed, ['entries:read'])
    expect(await opened(scope)).toBe(`${html}<p>Ada</p>`)
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { name: 'Eve' } } })
    await expect.poll(() => shown(scope)).toBe(`${html}<p>Eve</p>`)
  })

  test('without the permission to read entries transforms nothing', async () => {
    const { scope } = await readerWith(defineClient(shout), sandboxed, ['entries:mark'])
    expect(await opened(scope)).toBe(html)
  })

  test('whose transform throws is named once, and the others go on', async () => {
    const client = defineClient((host) => {
      host.contentTransform({
        title: 'broken',
        transform: () => {
          throw new TypeError('undefined is not a function')
        },
      })
      sign(host)
    })
    const { scope, notifications } = await readerWith(client, sandboxed, ['entries:read'])
    expect(await opened(scope)).toBe(`${html}<p>Guest</p>`)
    expect(await opened(scope, 'b', '<p>Next</p>')).toBe('<p>Next</p><p>Guest</p>')
    expect(notifications).toEqual([
      {
        key: 'app:entry.transformFailed',
        values: { title: 'guest:broken' },
        reason: 'undefined is not a function',
      },
    ])
  })
})

test('a transform that takes too long is skipped and named', async () => {
  const limits: number[] = []
  const clock = {
    now: () => 0,
    after: (ms: number, due: () => void) => {
      limits.push(ms)
      queueMicrotask(due)
      return () => {}
    },
  }
  const scope = fork({
    values: [[$services, { clock, local: memoryLocal(), newId: () => 'id' } as unknown as Services]],
  })
  const notifications: unknown[] = []
  createWatch({ unit: errorNotified, scope, fn: (one) => notifications.push(one) })
  const transform = () => new Promise<string>(() => {})
  const contentTransforms = [{ titleKey: 'guest:slow', applies: () => true, transform }]
  await allSettled(featuresRegistered, { scope, params: [{ id: 'guest', contentTransforms }] })
  expect(await opened(scope)).toBe(html)
  expect(limits).toContain(2000)
  expect(notifications).toEqual([{ key: 'app:entry.transformTooSlow', values: { title: 'guest:slow' } }])
})
