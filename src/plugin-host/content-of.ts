/** The contents of entries, for plugins. */
import { attach, combine, createEvent, sample } from 'effector'
import { htmlOfText } from '../features/entry/html-of-text.ts'
import { $contents, $entrySummaries, contentsRequested } from '../model/entries/index.ts'
import { type ClientHost, PluginRefusal } from '../plugin-api/client.ts'
import { pluginReader } from './plugin-reader.ts'
import type { Trigger } from './trigger.ts'

export function createContentOf(trigger: Trigger): ClientHost['contentOf'] {
  const waiting = new Map<string, PromiseWithResolvers<string | null>>()
  const requested = createEvent<string>()
  const $known = combine({ contents: $contents, summaries: $entrySummaries, open: pluginReader.$open })
  const settle = (id: string, how: (promise: PromiseWithResolvers<string | null>) => void) => {
    const promise = waiting.get(id)
    waiting.delete(id)
    if (promise) how(promise)
  }
  const settleFx = attach({
    source: $known,
    effect({ contents, summaries, open }, isUpdate: boolean) {
      for (const id of waiting.keys()) {
        const content = contents.get(id)
        const description = summaries.get(id)?.description
        const ownText = description ? htmlOfText(description) : null
        if (open?.entry.id === id && open.html) settle(id, ({ resolve }) => resolve(open.html))
        else if (content?.status === 'ready') settle(id, ({ resolve }) => resolve(content.content || ownText))
        // A failure from before the request is tried again.
        else if (isUpdate && content?.status === 'missing')
          settle(id, ({ reject }) => reject(new PluginRefusal('app:plugin.offline')))
        else if (isUpdate && content?.status === 'error') settle(id, ({ resolve }) => resolve(ownText))
      }
    },
  })
  sample({ clock: requested, fn: () => false, target: settleFx })
  sample({ clock: requested, fn: (id) => [id], target: contentsRequested })
  sample({ clock: $contents, fn: () => true, target: settleFx })
  return (id) => {
    const promise = waiting.get(id) ?? Promise.withResolvers<string | null>()
    waiting.set(id, promise)
    trigger(requested, id)
    return promise.promise
  }
}
