/** What commands need of the shared RSSHub instances, without loading them. */
import { createEvent, createStore } from 'effector'
import type { Output } from '../../contract/calls.ts'

export type RsshubInstance = Output<'rsshub.list'>['data'][number]

/** Uses an instance, or with null the server's own. months: to pay for; 0 where it is free or paid for already. */
export type RsshubChoice = { readonly id: string | null; readonly months: number }
export const rsshubUseRequested = createEvent<RsshubChoice>()

export const rsshubInstancesReceived = createEvent<readonly RsshubInstance[]>()
/** Empty until the page has requested them. */
export const $rsshubInstances = createStore<readonly RsshubInstance[]>([], { serialize: 'ignore' }).on(
  rsshubInstancesReceived,
  (_, instances) => instances,
)
