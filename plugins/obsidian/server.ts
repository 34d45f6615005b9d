import {
  baseAddress,
  defineServer,
  PluginRefusal,
  refusalOf,
  required,
  succeeded,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

// An entry as a note of Obsidian.

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>['entry']

/** Characters of a title that name the file, and those where another entry has this name already. */
const NAME_LENGTH = 20
const LONG_NAME_LENGTH = 120

/** @returns names for the file with .md, the first is the usual one: the title's letters and digits joined by dashes, or the day */
export const fileNamesOf = (entry: Pick<Saved, 'title' | 'publishedAt'>): readonly string[] => [
  ...new Set([fileName(entry, NAME_LENGTH), fileName(entry, LONG_NAME_LENGTH)]),
]

function fileName({ title, publishedAt }: Pick<Saved, 'title' | 'publishedAt'>, length: number): string {
  const slug = [...(title ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, length)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  return `${slug || publishedAt.slice(0, 10)}.md`
}

/** Whether a note is of an entry, as {@link noteOf} writes it. */
const isNoteOf = ({ url }: Pick<Saved, 'url'>, note: string): boolean =>
  Boolean(url) && note.split('\n').includes(`url: ${JSON.stringify(url)}`)

/** @param text the content as Markdown */
function noteOf(entry: Saved, text: string): string {
  const facts = [
    ['url', entry.url],
    ['author', entry.author],
    ['publishedAt', entry.publishedAt],
  ] as const
  // JSON strings are YAML strings.
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(value)}`] : []))
  return ['---', ...lines, '---', '', `# ${entry.title ?? ''}`, '', text, ''].join('\n')
}

const calls = defineCalls({ save: saveCall })

const SERVICE = 'Obsidian'
/** Characters of an address that browsers on Windows hand to an application; longer ones they drop. */
const MAX_ADDRESS = 2000

/** By the Local REST API where its address is set, else by an obsidian:// address that the browser opens. */
export default defineServer(({ answer, markdown }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const { entry } = await caller.entry(entryId)
    const folder = namesIn(caller.settings['obsidianFolder'])
    const paths = fileNamesOf(entry).map((name) => [...folder, name].join('/'))
    const note = noteOf(entry, await markdown(entry.content ?? ''))
    const endpoint = baseAddress(caller.settings['obsidianEndpoint'])
    if (endpoint !== '') {
      const vaultAccess = { endpoint: `${endpoint}/vault`, headers: headersOf(caller) }
      return { url: openAddress(caller, await put(caller, vaultAccess, { entry, paths, note })) }
    }
    const [path = ''] = paths
    const vault = required(vaultOf(caller), SERVICE, 'obsidianVaultPath')
    // %20 and not +: Obsidian reads the query as an address.
    const facts = { vault, file: path.replace(/\.md$/, '') }
    const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const address = `obsidian://new?${query.join('&')}`
    const whole = `${address}&content=${encodeURIComponent(note)}`
    return whole.length <= MAX_ADDRESS
      ? { url: whole, openAtOnce: true }
      : { url: `${address}&clipboard`, clipboard: note, openAtOnce: true }
  })
})

type Access = { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> }
type NewNote = {
  readonly entry: Parameters<typeof noteOf>[0]
  readonly paths: readonly string[]
  readonly note: string
}

/**
 * Writes a note under the first name that no note has yet.
 * @returns its path
 * @throws PluginRefusal `outside.exists` where the entry has a note already, or all names are taken
 */
async function put(
  caller: Caller,
  { endpoint, headers }: Access,
  { entry, paths, note }: NewNote,
): Promise<string> {
  for (const path of paths) {
    const url = `${endpoint}/${encodeURI(path)}`
    const before = await caller.fetch(url, { headers })
    if (before.status === 200 && !isNoteOf(entry, before.text) && path !== paths.at(-1)) continue
    if (before.status === 200) throw new PluginRefusal('outside.exists', { service: SERVICE, name: path })
    if (before.status !== 404) throw refusalOf(before, SERVICE)
    const written = await caller.fetch(url, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'text/markdown' },
      body: note,
    })
    succeeded(written, SERVICE)
    return path
  }
  throw new PluginRefusal('outside.exists', { service: SERVICE, name: paths.at(-1) ?? '' })
}

const headersOf = (caller: Caller) => ({
  Authorization: `Bearer ${required(caller.secret('obsidianToken'), SERVICE, 'obsidianToken')}`,
})

/** Folders of a path, without those that lead out of the vault. */
const namesIn = (path: unknown): string[] =>
  String(path ?? '')
    .split(/[\\/]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '.' && name !== '..')

/** A vault has the name of its folder. */
const vaultOf = ({ settings }: Caller): string => namesIn(settings['obsidianVaultPath']).at(-1) ?? ''

function openAddress(caller: Caller, path: string): string | undefined {
  const vault = vaultOf(caller)
  return vault === ''
    ? undefined
    : `obsidian://open?vault=${encodeURIComponent(vault)}&file=${encodeURIComponent(path)}`
}
