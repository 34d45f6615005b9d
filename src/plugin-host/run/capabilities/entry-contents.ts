/** The contents of entries, for plugins. */
import { attach, createEvent, createStore, sample } from 'effector'
import { htmlOfText } from '../../../features/entry/html-of-text.ts'
import { $contents, $entrySummaries, contentsRequested } from '../../../model/entries/index.ts'
import { type ClientHost, PluginRefusal } from '../../../plugin-api/client.ts'
import { pluginReader } from './plugin-reader.ts'
import type { Trigger } from '../app-scope.ts'

type Request = PromiseWithResolvers<string | null> & { readonly id: string }

const requested = createEvent<Request>()
const settled = createEvent<readonly Request[]>()
/** Of all plugins. */
const $requests = createStore<readonly Request[]>([], { serialize: 'ignore' })
  .on(requested, (all, one) => [...all, one])
  .on(settled, (all, some) => all.filter((one) => !some.includes(one)))

const settleFx = attach({
  source: {
    requests: $requests,
    contents: $contents,
    summaries: $entrySummaries,
    open: pluginReader.$open,
  },
  effect({ requests, contents, summaries, open }, isUpdate: boolean): readonly Request[] {
    return requests.filter(({ id, resolve, reject }) => {
      const content = contents.get(id)
      const description = summaries.get(id)?.description
      const ownText = description ? htmlOfText(description) : null
      if (open?.entry.id === id && open.html) resolve(open.html)
      else if (content?.status === 'ready') resolve(content.content || ownText)
      // A failure from before the request is tried again.
      else if (isUpdate && content?.status === 'missing') reject(new PluginRefusal('app:plugin.offline'))
      else if (isUpdate && content?.status === 'error') resolve(ownText)
      else return false
      return true
    })
  },
})
sample({ clock: requested, fn: () => false, target: settleFx })
sample({ clock: requested, fn: ({ id }) => [id], target: contentsRequested })
sample({
  clock: $contents.updates,
  source: $requests,
  filter: (requests) => requests.length > 0,
  fn: () => true,
  target: settleFx,
})
sample({ clock: settleFx.doneData, filter: (some) => some.length > 0, target: settled })

export const createContentOf =
  (trigger: Trigger): ClientHost['contentOf'] =>
  (id) => {
    const request = { id, ...Promise.withResolvers<string | null>() }
    trigger(requested, request)
    return request.promise
  }
