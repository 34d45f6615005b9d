import { expect, onTestFinished, test } from 'vitest'
import { createSeal } from '../../src/server/plugins/sealed.ts'
import { sealOldValues } from '../../src/server/plugins/stored-settings.ts'
import { startPluginServer } from '../../tests/support/plugin-server.ts'
import { kinds } from '../../tests/support/storage.ts'
import webhook from './plugin.ts'

test.each(kinds)(
  'a setting that is a secret now is sealed where it was stored in the clear, on %s',
  async (kind) => {
    const plugin = await startPluginServer('webhook', kind)
    onTestFinished(() => plugin.close())
    const { storage } = plugin.server
    const address = 'https://example.org/hook/of-ada'
    const stored = () =>
      storage.db.selectFrom('pluginSettings').select(['payload', 'secrets']).executeTakeFirstOrThrow()
    await plugin.set({ values: { enableWebhook: true }, secrets: { webhookSecret: 'whsec_a' } })
    const { payload } = await stored()
    const old = JSON.stringify({ ...(JSON.parse(payload) as object), webhookUrl: address })
    await storage.db.updateTable('pluginSettings').set({ payload: old }).execute()

    const seal = createSeal('a secret of the tests, long enough to seal with')
    for (const _ of ['this start', 'the next']) await sealOldValues(storage, seal, [webhook])
    const { payload: values, secrets } = await stored()
    expect(values + secrets).not.toContain('of-ada')
    expect(JSON.parse(values)).toEqual(JSON.parse(payload))
    const sealed = JSON.parse(secrets) as Record<string, string>
    expect(seal.open(sealed['webhookUrl'] ?? '')).toBe(address)
    expect(seal.open(sealed['webhookSecret'] ?? '')).toBe('whsec_a')
  },
)

test('a browser of an older version may send it as a value; what is wrong with it is refused', async () => {
  const plugin = await startPluginServer('webhook')
  onTestFinished(() => plugin.close())
  const { storage } = plugin.server
  expect((await plugin.set({ values: { webhookUrl: 'https://example.org/hook/of-ada' } })).status).toBe(200)
  const row = await storage.db.selectFrom('pluginSettings').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('of-ada')
  expect(Object.keys(JSON.parse(row.secrets) as object)).toEqual(['webhookUrl'])
  for (const secrets of [{ webhookUrl: 'no address' }, { webhookUrl: 'https://example.org/{{titel}}' }])
    expect((await plugin.set({ secrets })).status).toBe(400)
})
