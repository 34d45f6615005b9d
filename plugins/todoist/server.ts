import { createHash } from 'node:crypto'
import { bookmarkServer } from '../../src/plugin-api/bookmarks.ts'
import { baseAddress, bodyOf, required, succeeded, z, type Caller } from '../../src/plugin-api/server.ts'

const NAME = 'Todoist'

/** Todoist's API: a request with the same id is done once. The title of a task is Markdown. */
export default bookmarkServer({
  name: NAME,
  async save({ url, title, description, tags }, caller) {
    const task = { content: `[${plain(title || url)}](${url})`, description, labels: tags }
    const id = createHash('sha256').update(url).digest('hex').slice(0, 36)
    const reply = await connectionOf(caller)('tasks', { id, body: task })
    const created = bodyOf(reply, z.object({ id: z.string() }), NAME)
    return { url: `https://app.todoist.com/app/task/${encodeURIComponent(created.id)}` }
  },
  check: (caller) => connectionOf(caller)('projects'),
})

const plain = (title: string): string => title.replaceAll(/[[\]]/g, ' ').trim()

function connectionOf({ settings, secret, fetch }: Caller) {
  const endpoint = baseAddress(settings['todoistEndpoint'])
  const headers = { Authorization: `Bearer ${required(secret('todoistToken'), NAME, 'todoistToken')}` }
  return async (path: string, sent?: { readonly id: string; readonly body: object }) => {
    const request = sent && {
      method: 'POST' as const,
      headers: { ...headers, 'Content-Type': 'application/json', 'X-Request-Id': sent.id },
      body: JSON.stringify(sent.body),
      idempotent: true,
    }
    return succeeded(await fetch(`${endpoint}/api/v1/${path}`, request ?? { headers }), NAME)
  }
}
