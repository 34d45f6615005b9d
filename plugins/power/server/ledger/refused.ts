import { PluginRefusal, type WireRequest } from '../../../../src/plugin-api/server.ts'

/** @param reason what is wrong with this request */
export const refused = (key: string, reason?: string): PluginRefusal =>
  new PluginRefusal(key, undefined, reason)

export const isRefused = (error: unknown, key: string): boolean =>
  error instanceof PluginRefusal && error.text.key === key

/** Refuses calls that users on trial may not make. */
export function refuseTrial({ role }: WireRequest['user']): void {
  if (role === 'trial') throw refused('trialNoPermission')
}

/** Refuses calls that only administrators may make. */
export function refuseUnlessAdmin({ admin }: WireRequest['user']): void {
  if (!admin) throw refused('noPermission')
}
