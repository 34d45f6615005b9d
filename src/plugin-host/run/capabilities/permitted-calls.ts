/** Calls of the server that a plugin makes with a permission. */
import type { WithCode } from '../../../plugin-api/calls.ts'
import { PluginRefusal } from '../../../plugin-api/manifest.ts'
import { rejectAsRefusal } from './reject-as-refusal.ts'
import type { Trigger } from '../app-scope.ts'
import { createWithCode } from './second-factor.ts'

export type PermittedCalls = {
  /** @throws PluginRefusal in words */
  readonly send: <T>(call: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  readonly withCode: WithCode
}

/** Refuses: the manifest does not name the permission. */
export const refused = (): Promise<never> => Promise.reject(new PluginRefusal('plugin.forbidden'))

/** @param isPermitted otherwise every call is refused */
export const createCalls = (trigger: Trigger, isPermitted: boolean): PermittedCalls =>
  isPermitted
    ? { send: (call, signal) => rejectAsRefusal(call(), signal), withCode: createWithCode(trigger) }
    : { send: refused, withCode: refused }
