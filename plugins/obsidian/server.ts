import {
  baseAddress,
  defineServer,
  PluginRefusal,
  refusalOf,
  required,
  succeeded,
  type Caller,
} from '../../src/plugin-api/server.ts'
import {
  highlightsCall,
  markdownOfPassages,
  passagesOf,
  type Passage,
} from '../../src/plugin-api/passages.ts'
import { defineCalls, saveCall } from '../../src/plugin-api/manifest.ts'

// An entry as a note of Obsidian.

/** An entry as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>
type Entry = Saved['entry']

/** Characters of a title that name the file, and those where another entry has this name already. */
const NAME_LENGTH = 20
const LONG_NAME_LENGTH = 120

/** @returns names for the file with .md, the first is the usual one: the title's letters and digits joined by dashes, or the day */
export const fileNamesOf = (entry: Pick<Entry, 'title' | 'publishedAt'>): readonly string[] => [
  ...new Set([fileName(entry, NAME_LENGTH), fileName(entry, LONG_NAME_LENGTH)]),
]

function fileName({ title, publishedAt }: Pick<Entry, 'title' | 'publishedAt'>, length: number): string {
  const slug = [...(title ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, length)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  return `${slug || publishedAt.slice(0, 10)}.md`
}

/** Whether a note is of an entry, as {@link noteOf} writes it. */
const isNoteOf = ({ url }: Pick<Entry, 'url'>, note: string): boolean =>
  Boolean(url) && note.split('\n').includes(`url: ${JSON.stringify(url)}`)

/** @param text the content as Markdown */
function noteOf(
  { entry, labels, folder, starred }: Saved,
  text: string,
  passages: readonly Passage[],
): string {
  const facts = [
    ['url', entry.url],
    ['author', entry.author],
    ['publishedAt', entry.publishedAt],
    ['tags', labels.length > 0 && labels.map(tagOf)],
    ['folder', folder],
    ['starred', starred],
  ] as const
  // JSON is YAML.
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${JSON.stringify(value)}`] : []))
  const head = ['---', ...lines, '---', '', `# ${entry.title ?? ''}`, '', text, ''].join('\n')
  return head + quotationsOf(passages)
}

/** A tag of Obsidian has no spaces. */
const tagOf = (label: string): string => label.trim().replaceAll(/[^\p{L}\p{N}_/-]+/gu, '-')

const quotationsOf = (passages: readonly Passage[]): string =>
  passages.length === 0 ? '' : `\n${markdownOfPassages(passages)}\n`

const calls = defineCalls({ save: saveCall, highlights: highlightsCall })

const SERVICE = 'Obsidian'
/** Characters of an address that browsers on Windows hand to an application; longer ones they drop. */
const MAX_ADDRESS = 2000

/** By the Local REST API where its address is set, else by an obsidian:// address that the browser opens. */
export default defineServer(({ answer, markdown }) => {
  const noteFor = async (entryId: string, caller: Caller): Promise<NewNote> => {
    const saved = await caller.entry(entryId)
    const passages = await passagesOf(caller, entryId)
    const folder = namesIn(caller.settings['obsidianFolder'])
    const paths = fileNamesOf(saved.entry).map((name) => [...folder, name].join('/'))
    const note = noteOf(saved, await markdown(saved.entry.content ?? ''), passages)
    return { entry: saved.entry, paths, note, passages }
  }
  answer(calls.save, async ({ entryId }, caller) => {
    const newNote = await noteFor(entryId, caller)
    const { paths, note } = newNote
    if (caller.settings['obsidianEndpoint']) {
      const { path, again } = await put(caller, newNote)
      return { url: openAddress(caller, path), again }
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
  // By the API alone: no browser may be open.
  answer(
    calls.highlights,
    async ({ entryId }, caller) => void (await put(caller, await noteFor(entryId, caller))),
  )
})

type NewNote = {
  readonly entry: Entry
  readonly paths: readonly string[]
  readonly note: string
  readonly passages: readonly Passage[]
}

/**
 * Writes a note under the first name that no note has yet. Where the entry has one, the passages that it lacks are added to it.
 * @returns its path
 * @throws PluginRefusal `outside.exists` where the entry has a whole note already, or all names are taken
 */
async function put(
  caller: Caller,
  { entry, paths, note, passages }: NewNote,
): Promise<{ readonly path: string; readonly again: boolean }> {
  const endpoint = baseAddress(required(caller.settings['obsidianEndpoint'], SERVICE, 'obsidianEndpoint'))
  const headers = headersOf(caller)
  for (const path of paths) {
    const url = `${endpoint}/vault/${encodeURI(path)}`
    const before = await caller.fetch(url, { headers })
    if (before.status === 200 && !isNoteOf(entry, before.text) && path !== paths.at(-1)) continue
    const again = before.status === 200
    const missing = passages.filter((one) => !before.text.includes(quotationsOf([one]).trim()))
    if (again && (missing.length === 0 || !isNoteOf(entry, before.text)))
      throw new PluginRefusal('outside.exists', { service: SERVICE, name: path })
    if (!again && before.status !== 404) throw refusalOf(before, SERVICE)
    const written = await caller.fetch(url, {
      // POST adds to the end.
      method: again ? 'POST' : 'PUT',
      headers: { ...headers, 'Content-Type': 'text/markdown' },
      body: again ? quotationsOf(missing) : note,
    })
    succeeded(written, SERVICE)
    return { path, again }
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
