/** Feeds and entries as resources, read by the same commands as the tools. */
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import type { Command, CommandInput } from '../command.ts'
import { readingCommands } from '../commands/reading.ts'

type Run = (command: Command, input: CommandInput) => Promise<string>

const TYPE = 'text/plain'
/** Entries of a feed in one response. */
const ENTRIES = '50'

const command = (name: string): Command => {
  const found = readingCommands.find((one) => one.name === name)
  if (!found) throw new Error(`There is no command ${name}`)
  return found
}

export function addResources(server: McpServer, run: Run): void {
  server.registerResource(
    'feeds',
    'lectern://feeds',
    { title: 'Feeds', description: 'The feeds that the user follows, with their ids.', mimeType: TYPE },
    async ({ href }) => contents(href, await run(command('feeds'), { args: [], options: {} })),
  )
  server.registerResource(
    'feed',
    new ResourceTemplate('lectern://feeds/{id}', { list: undefined }),
    { title: 'Feed', description: 'The newest entries of a feed, by its id.', mimeType: TYPE },
    async ({ href }, { id }) =>
      contents(href, await run(command('list'), { args: [], options: { feed: String(id), limit: ENTRIES } })),
  )
  server.registerResource(
    'unread',
    'lectern://entries/unread',
    { title: 'Unread entries', description: 'The newest unread entries, with their ids.', mimeType: TYPE },
    async ({ href }) =>
      contents(href, await run(command('list'), { args: [], options: { unread: true, limit: ENTRIES } })),
  )
  server.registerResource(
    'entry',
    new ResourceTemplate('lectern://entries/{id}', { list: undefined }),
    { title: 'Entry', description: 'The text of an entry, by its id.', mimeType: TYPE },
    async ({ href }, { id }) =>
      contents(href, await run(command('read'), { args: [String(id)], options: {} })),
  )
}

const contents = (uri: string, text: string) => ({ contents: [{ uri, mimeType: TYPE, text }] })
