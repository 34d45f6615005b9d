import {
  baseAddress,
  defineServer,
  PluginRefusal,
  refusalOf,
  required,
  succeeded,
  type Caller,
} from '../../src/plugin-api/server.ts'
import { calls } from './contract.ts'
import { fileNameOf, noteOf } from './note.ts'

const SERVICE = 'Obsidian'

/** By the Local REST API where its address is set, else by an obsidian:// address that the browser opens. */
export default defineServer(({ answer, markdown }) => {
  answer(calls.save, async ({ entryId }, caller) => {
    const { entry } = await caller.entry(entryId)
    const path = [...namesIn(caller.settings['obsidianFolder']), fileNameOf(entry)].join('/')
    const note = noteOf(entry, await markdown(entry.content ?? ''))
    const endpoint = baseAddress(caller.settings['obsidianEndpoint'])
    if (endpoint !== '') {
      await put(caller, `${endpoint}/vault/${encodeURI(path)}`, path, note)
      return { url: openAddress(caller, path) }
    }
    const vault = required(vaultOf(caller), SERVICE, 'obsidianVaultPath')
    // %20 and not +: Obsidian reads the query as an address.
    const facts = { vault, file: path.replace(/\.md$/, ''), content: note }
    const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return { url: `obsidian://new?${query.join('&')}`, openAtOnce: true }
  })
})

/** Writes a note that does not exist yet. */
async function put(caller: Caller, url: string, path: string, note: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${required(caller.secret('obsidianToken'), SERVICE, 'obsidianToken')}`,
  }
  const before = await caller.fetch(url, { headers })
  if (before.status === 200) throw new PluginRefusal('outside.exists', { service: SERVICE, name: path })
  if (before.status !== 404) throw refusalOf(before, SERVICE)
  const written = await caller.fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'text/markdown' },
    body: note,
  })
  succeeded(written, SERVICE)
}

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
