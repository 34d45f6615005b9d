import type { CallName } from '../contract/paths.ts'
import type { Api } from './types.ts'

export type ApiCall = (...args: readonly unknown[]) => Promise<unknown>
type Groups = Readonly<Record<string, Readonly<Record<string, ApiCall>>>>

/** The same API with other calls. @param change returns what stands in place of a call */
export const mapCalls = (api: Api, change: (call: ApiCall, name: CallName) => ApiCall): Api =>
  Object.fromEntries(
    Object.entries(api as unknown as Groups).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls).map(([verb, call]) => [verb, change(call, `${group}.${verb}` as CallName)]),
      ),
    ]),
  ) as unknown as Api
