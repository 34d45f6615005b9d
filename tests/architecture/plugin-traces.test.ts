/** Delete the folder of a plugin, and the feature is gone: nothing else of the program's code names it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { top } from './imports.ts'

/** Ids that are words of the reader's own, too: of these the folder and the commands are looked for. */
const WORDS = [
  'ai',
  'digests',
  'email',
  'hello',
  'matrix',
  'meaning',
  'opml',
  'outline',
  'reading-time',
  'related',
  'slack',
  'themes',
  'webhook',
]

/** Where an id is data, and not the plugin. */
const DATA: Readonly<Record<string, RegExp>> = {
  // Formats of other readers, and profiles at other networks.
  'src/contract/reader-exports/': /instapaper|karakeep|linkding|pinboard|raindrop|readeck|readwise|wallabag/,
  'src/features/settings/account/check-profile.ts': /discord/,
  'src/server/accounts/fields.ts': /discord/,
  'src/server/discover/catalogue.ts': /mastodon/,
  'locales/': /"discord": "Discord"|"mastodon": "Mastodon"|"bluesky": "Bluesky"|"comments": /,
  'src/features/settings/account/account-page.tsx': /other-readers\.tsx/,
  // Where comments of entries are.
  'src/contract/threads.ts': /mastodon|bluesky/,
  'src/server/threads/': /mastodon|bluesky|bsky/,
  // A setting of better-auth.
  'src/server/accounts/auth.ts': /telemetry: \{ enabled: false \}/,
  // The order of the reader's toolbar, as other clients have it.
  'src/features/entry/toolbar-order.ts': /entry:tts/,
  // Names of fields that the wire contract has, whoever fills them.
  'src/contract/': /RSSHubURL|rsshubRoute|rsshubNamespace|toRSSHubId/,
  'src/server/': /RSSHubURL|rsshubRoute|rsshubNamespace|toRSSHubId/,
  // Names of steps that databases have recorded: what they made for plugins, the plugins make.
  'migrations/server/tables.ts': /'0009-models-and-rsshub'|'0012-power'/,
  // A language of code, and the address of a page that spec 2 names.
  'src/features/entry/code-grammars.ts': /powershell/,
  'src/features/settings/settings-page.tsx': /power: '\/settings\/integration'/,
  // What the generator copies, and what was measured.
  'src/tools/': /hello/,
  'src/tools/first-script/modules.json': /plugins\//,
}

/** Comments may tell of a plugin as an example. */
const COMMENT = /^\s*(\/\/|\/?\*)/
const CODE = /\.(ts|tsx|mjs|css|json)$/
const files = ['src', 'commands', 'locales', 'migrations']
  .flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file).replaceAll('\\', '/'),
    ),
  )
  .filter((file) => CODE.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({
    file,
    lines: readFileSync(join(top, file), 'utf8')
      .split('\n')
      .filter((line) => !COMMENT.test(line)),
  }))

const plugins = readdirSync(join(top, 'plugins'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

function tracesOf(id: string): string[] {
  const folder = String.raw`plugins/${id}\b|['"\x60:]${id}:[a-z]`
  // Also within a name such as rsshubRoute, but not within another word.
  const anywhere = String.raw`(?<![a-z])${id}`
  const trace = new RegExp(WORDS.includes(id) ? folder : `${folder}|${anywhere}`, 'i')
  return files.flatMap(({ file, lines }) => {
    const data = Object.entries(DATA).filter(([place]) => file.startsWith(place))
    return lines
      .filter((line) => trace.test(line) && !data.some(([, allowed]) => allowed.test(line)))
      .map((line) => `${file}: ${line.trim()}`)
  })
}

test('the scanner reads the code', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(plugins.length).toBeGreaterThan(20)
})

test.each(plugins)('nothing names %s', (id) => {
  expect(tracesOf(id)).toEqual([])
})

/** With tests, which need no folder of a plugin either: they use whichever plugins there are, or those of `tests/support`. */
const modules = ['src', 'commands', 'migrations', 'locales', 'plugins', 'tests'].flatMap((folder) =>
  readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file)),
)

/** The plugin whose folder an import of a file leads to. */
function importedPlugins(file: string): string[] {
  const text = readFileSync(join(top, file), 'utf8')
  const imports = text.matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g)
  return Array.from(imports, ([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'))
    .filter((path) => path.startsWith('plugins/'))
    .map((path) => path.split('/')[1] ?? '')
    .filter((id) => plugins.includes(id))
}

test('nothing outside of its folder but its browser journey imports a plugin, tests included', () => {
  expect(modules.length).toBeGreaterThan(2000)
  const traces = modules.flatMap((file) =>
    importedPlugins(file)
      .filter((id) => !file.startsWith(`plugins/${id}/`) && file !== `tests/e2e/${id}.spec.ts`)
      .map((id) => `${file}: ${id}`),
  )
  expect(traces).toEqual([])
})
