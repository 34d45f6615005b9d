/** RSSHub, for plugins. */
import type { Api } from '../../../api/index.ts'
import type { RsshubCalls } from '../../../plugin-api/client.ts'
import { createCalls } from './permitted-calls.ts'
import type { Trigger } from '../app-scope.ts'

type RsshubApi = Pick<Api, 'rsshub' | 'discover' | 'status'>

/** @param isPermitted otherwise every call is refused */
export function createRsshub(api: RsshubApi, trigger: Trigger, isPermitted: boolean): RsshubCalls {
  const { send, withCode } = createCalls(trigger, isPermitted)
  return {
    instances: {
      list: (input) => send(() => api.rsshub.list(input)),
      get: (input) => send(() => api.rsshub.get(input)),
      status: (input) => send(() => api.rsshub.status(input)),
      add: (input, options) => send(() => api.rsshub.add(input, options)),
      use: (input, options) => send(() => api.rsshub.use(input, options)),
      delete: (input, options) => send(() => api.rsshub.delete(input, options)),
    },
    routes: async (input) => (await send(() => api.discover.rsshub(input))).data ?? {},
    followers: async () => (await send(() => api.discover.rsshubAnalytics({}))).data,
    hasOwn: async () => (await send(() => api.status.configs({}))).data.RSSHUB_ENABLED !== false,
    withCode,
  }
}
