import { createHash } from 'node:crypto'
import { bookmarkServer, describedWith } from '../../src/plugin-api/bookmarks.ts'
import { folderFor, type FolderService, type ServiceFolder } from '../../src/plugin-api/folders.ts'
import { baseAddress, bodyOf, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Todoist'
/** Characters of a description, as Todoist accepts it. */
const DESCRIPTION = 16_000
const projects = z.object({
  results: z.array(z.object({ id: z.string(), name: z.string(), parent_id: z.string().nullish() })),
  next_cursor: z.string().nullish(),
})
/** Of projects: no more are looked through. */
const MAX_PAGES = 50

/** Todoist's API: a request with the same id is done once. The title of a task is Markdown. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags, folder: name, passages }, caller) {
    const request = connectionOf(caller)
    const folder = await folderFor(caller, name, projectsOf(caller, request))
    const task = {
      content: `[${plain(title || url)}](${url})`,
      description: describedWith(description, await passages(), DESCRIPTION),
      labels: tags,
      ...(folder.id !== null && { project_id: folder.id }),
    }
    const id = createHash('sha256').update(url).digest('hex').slice(0, 36)
    const reply = await request('tasks', { id, body: task })
    const created = bodyOf(reply, z.object({ id: z.string() }), NAME)
    return {
      url: `https://app.todoist.com/app/task/${encodeURIComponent(created.id)}`,
      remark: folder.remark,
    }
  },
  check: (caller) => connectionOf(caller)('projects'),
})

const projectsOf = ({ settings }: Caller, request: Request): FolderService => ({
  service: NAME,
  place: baseAddress(settings['todoistEndpoint']),
  async list() {
    const all: ServiceFolder[] = []
    let cursor: string | null | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ limit: '200', ...(cursor && { cursor }) })
      const { results, next_cursor: next } = bodyOf(await request(`projects?${query}`), projects, NAME)
      all.push(...results.map(({ id, name, parent_id }) => ({ id, name, isNested: Boolean(parent_id) })))
      cursor = next
      if (!cursor) break
    }
    return all
  },
  create: async (name) =>
    bodyOf(await request('projects', { body: { name } }), z.object({ id: z.string() }), NAME).id,
})

const plain = (title: string): string => title.replaceAll(/[[\]]/g, ' ').trim()

type Request = ReturnType<typeof connectionOf>

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(settings['todoistEndpoint'])
  const headers = { Authorization: `Bearer ${required(secret('todoistToken'), NAME, 'todoistToken')}` }
  return async (path: string, sent?: { readonly id?: string; readonly body: object }) => {
    const request = sent && {
      method: 'POST' as const,
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        ...(sent.id !== undefined && { 'X-Request-Id': sent.id }),
      },
      body: JSON.stringify(sent.body),
      idempotent: true,
    }
    return succeeded(await fetch(`${endpoint}/api/v1/${path}`, request ?? { headers }), NAME)
  }
}
