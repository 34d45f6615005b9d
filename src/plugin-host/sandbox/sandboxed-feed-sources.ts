/** Sources of feeds of a plugin in a sandbox: their functions run there, and the host checks what they return. */
import type { ClientHost, FoundFeed } from '../../plugin-api/client.ts'
import type { FromPlugin, Invocation } from './messages.ts'

type Sources = Extract<FromPlugin, { type: 'registered' }>['feedSources']

/**
 * @param plugin its id: no source takes the place of another plugin's
 * @param invoked runs a function of a source. Rejects with what it throws, and when the plugin ends
 */
export function registerFeedSources(
  host: ClientHost,
  plugin: string,
  sources: Sources,
  invoked: (call: Invocation) => Promise<unknown>,
): void {
  sources.forEach((source, index) => {
    host.feedSource({
      ...source,
      id: `${plugin}/${source.id}`,
      find: (query) => invoked({ name: 'find', index, input: query }) as Promise<readonly FoundFeed[]>,
    })
  })
}
