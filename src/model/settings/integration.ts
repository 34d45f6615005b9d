/** Settings of integrations, stored in this browser only: this tab is never sent (wire-contract 14). */
import { createEvent, createStore } from 'effector'
import { persist } from '../persist.ts'
import { parseRecord } from './parse-record.ts'

export type IntegrationSettings = Readonly<Record<string, unknown>>

export const integrationChanged = createEvent<{ key: string; value: unknown }>()
export const $integration = createStore<IntegrationSettings>({}, { serialize: 'ignore' }).on(
  integrationChanged,
  (settings, { key, value }) => ({ ...settings, [key]: value }),
)

persist($integration, {
  key: 'follow:integration',
  parse: parseRecord,
  changed: integrationChanged,
  ofUser: true,
})
