/** RSSHub: the routes of the instance that the user uses, and the instances that users share. */
import type { Input, Output } from '../contract/calls.ts'
import type { RsshubNamespace, RsshubRoute } from '../contract/discover.ts'
import type { CallsOf, WithCode } from './calls.ts'

export type { RsshubNamespace, RsshubRoute }
export type Instance = Output<'rsshub.list'>['data'][number]
export type InstanceInput = Input<'rsshub.add'>

/** Each rejects with a PluginRefusal in words. */
export type RsshubCalls = {
  readonly instances: CallsOf<'rsshub'>
  /** By namespace; empty where the user has no instance, or it has no such routes. */
  routes(input: Input<'discover.rsshub'>): Promise<Readonly<Record<string, RsshubNamespace>>>
  /** By `/NAMESPACE/PATH` of the route. */
  followers(): Promise<Output<'discover.rsshubAnalytics'>['data']>
  /** Whether the server has an RSSHub of its own. */
  hasOwn(): Promise<boolean>
  readonly withCode: WithCode
}
