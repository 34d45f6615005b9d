import { paths, type CallName } from '../contract/paths.ts'
import type { Api } from './types.ts'

export type ApiCall = (...args: readonly unknown[]) => Promise<unknown>
type Groups = Readonly<Record<string, Readonly<Record<string, ApiCall>>>>

/** The same API with other calls. @param change returns what stands in place of a call */
export function mapCalls(api: Api, change: (call: ApiCall, name: CallName) => ApiCall): Api {
  const groups = api as unknown as Groups
  // Those of the contract, and the few that it does not list.
  const { auth, added } = groups
  const names = [
    ...Object.keys(paths),
    ...Object.keys(auth ?? {}).map((verb) => `auth.${verb}`),
    ...Object.keys(added ?? {}).map((verb) => `added.${verb}`),
  ]
  const mapped: Record<string, Record<string, ApiCall>> = {}
  for (const name of names) {
    const [resource = '', verb = ''] = name.split('.')
    const call = groups[resource]?.[verb]
    if (call) (mapped[resource] ??= {})[verb] = change(call, name as CallName)
  }
  return mapped as unknown as Api
}
