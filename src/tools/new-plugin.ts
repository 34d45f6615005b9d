/** `npm run new plugin NAME`: a plugin with a command that greets through the server, in English, and a failing test. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PLUGIN_API } from '../plugin-api/version.ts'
import { pascal } from '../core/identifiers.ts'
import { refuse, sentence, write, type Written } from './new-files.ts'
import { root } from './step.ts'

/** Of a file of a plugin. */
const API = '../../src/plugin-api'

/** @throws when the name cannot be taken */
export function createPlugin(id: string): Written {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(id)) return refuse('A plugin is called by a-z, digits and dashes.')
  const folder = `plugins/${id}`
  if (existsSync(join(root, folder))) return refuse(`${folder} exists already.`)
  const enabledBy = `enable${pascal(id)}`
  process.stdout.write(
    `Write its words in ${folder}/locales/en.json, and translate them as ja.json, zh-CN.json and zh-TW.json; \`npm run check\` fails until you do.\n`,
  )
  return [
    write(
      `${folder}/plugin.ts`,
      `import { definePlugin, z } from '${API}/manifest.ts'

export default definePlugin({
  id: '${id}',
  version: '1.0.0',
  api: '${PLUGIN_API}',
  enabledBy: '${enabledBy}',
  settings: z.object({
    ${enabledBy}: z.boolean().default(false),
    name: z.string().max(60).default('reader'),
  }),
  secrets: [],
  permissions: [],
})
`,
    ),
    write(
      `${folder}/contract.ts`,
      `import { defineCalls, z } from '${API}/manifest.ts'

export const calls = defineCalls({
  greet: { input: z.object({}), output: z.object({ name: z.string() }) },
})
`,
    ),
    write(
      `${folder}/server.ts`,
      `import { defineServer } from '${API}/server.ts'
import { calls } from './contract.ts'

export default defineServer(({ answer }) => {
  answer(calls.greet, async (_, caller) => ({ name: String(caller.settings['name']) }))
})
`,
    ),
    write(
      `${folder}/client.tsx`,
      `import { defineClient } from '${API}/client.ts'
import { calls } from './contract.ts'

export default defineClient(({ command, call }) => {
  command({
    id: '${id}:greet',
    title: 'greet',
    keywords: 'greetKeywords',
    run: async () => ({ key: 'greeting', values: await call(calls.greet)({}) }),
  })
})
`,
    ),
    write(
      `${folder}/client.test.ts`,
      `import { expect, test } from 'vitest'
import { pluginFaults } from '${API}/testing.ts'
import client from './client.tsx'
import en from './locales/en.json' with { type: 'json' }
import manifest from './plugin.ts'

test('${id} keeps the rules of plugins', () => {
  expect(pluginFaults({ manifest, client, locales: { en } })).toEqual([])
})

test('${id} does what it is for', () => {
  expect.fail('Say here what ${id} is for, and prove it.')
})
`,
    ),
    write(`${folder}/locales/en.json`, `${JSON.stringify(textsOf(id, enabledBy), null, 2)}\n`),
    write(
      `${folder}/README.md`,
      `# ${id}

Say here what it is for.

Read \`plugin.ts\` (what it is), \`contract.ts\` (what the halves say to each other), \`server.ts\`, \`client.tsx\`, \`locales/en.json\`.
`,
    ),
  ]
}

/** English texts of the greeting. */
const textsOf = (id: string, enabledBy: string) => ({
  name: sentence(id),
  description: 'One command that greets you by way of the server.',
  settings: {
    [enabledBy]: 'Say hello',
    [`${enabledBy}Hint`]: 'Adds the command to the palette.',
    name: 'Your name',
    nameHint: 'How the greeting calls you.',
  },
  greet: 'Say hello',
  greetKeywords: 'greeting, example',
  greeting: 'Hello, {{name}}!',
})
