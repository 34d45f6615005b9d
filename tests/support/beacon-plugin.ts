/** A built-in plugin with a part of each kind on the server, which is in no folder: tests of the host need none of the product's. */
import { defineCalls, definePlugin, commandCall, saveCall, z } from '../../src/plugin-api/manifest.ts'
import { defineServer, required, succeeded, webAddressOf } from '../../src/plugin-api/server.ts'
import type { Loaded } from '../../src/server/plugins/load.ts'

const calls = defineCalls({ save: saveCall, greet: commandCall })

export const beacon: Loaded = {
  manifest: definePlugin({
    id: 'beacon',
    version: '1.0.0',
    api: '1.21',
    enabledBy: 'enableBeacon',
    settings: z.object({
      enableBeacon: z.boolean().default(false),
      name: z.string().max(60).default('reader'),
      clientId: z.string().default('lectern'),
      /** Its addresses are opened by the reader, as those of an app are. */
      opensApp: z.boolean().default(false),
    }),
    // The address of its service.
    secrets: ['beaconToken'],
    requires: ['beaconToken'],
    permissions: [
      'jobs',
      'entries:read',
      'entries:save',
      'entries:change',
      'net:{beaconToken}',
      'net:beacon.example',
    ],
    jobs: { wave: { everyMinutes: 60 } },
    actions: ['star-long'],
    commands: [{ id: 'beacon:greet', title: 'greet', call: 'greet', scope: 'read' }],
    conditions: { words: { type: 'number', minimum: 1, maximum: 600 } },
    contributes: { saves: [{}] },
    signIn: {
      authorize: 'https://beacon.example/authorize',
      token: 'https://beacon.example/token',
      scopes: [],
      client: { setting: 'clientId' },
    },
  }),
  server: defineServer(({ answer, job, action, condition, log }) => {
    answer(calls.greet, async (_, { settings }) => ({
      key: 'greeting',
      values: { name: String(settings['name']) },
    }))
    answer(calls.save, async ({ entryId }, { entry, fetch, secret, settings }) => {
      if (settings['opensApp'] === true) return { url: 'beacon://new', openAtOnce: true }
      const address = required(secret('beaconToken'), 'Beacon', 'beaconToken')
      const { entry: saved } = await entry(entryId)
      const body = JSON.stringify({ content: webAddressOf(saved, 'Beacon') })
      succeeded(await fetch(address, { method: 'POST', body }), 'Beacon')
      return {}
    })
    job('wave', async ({ settings }) => log(`${String(settings['name'])} waves`))
    action('star-long', async ({ entryId }, { entry }) =>
      wordsOf((await entry(entryId)).entry.content ?? '') > 400 ? { starred: true } : {},
    )
    condition('words', async ({ entries, operand }) =>
      entries.map(({ text }) => wordsOf(text) >= Number(operand)),
    )
  }),
}

/** A built-in plugin that saves nothing. */
export const quiet: Loaded = {
  manifest: definePlugin({
    id: 'quiet',
    version: '1.0.0',
    api: '1.21',
    enabledBy: 'enableQuiet',
    settings: z.object({ enableQuiet: z.boolean().default(false) }),
    secrets: [],
    permissions: [],
  }),
  server: null,
}

const wordsOf = (text: string): number => text.match(/\S+/g)?.length ?? 0
