/** Settings of integrations that stay in this browser: nothing of this tab is ever sent (wire-contract 14). */
import { attach, createEvent, createStore, sample } from 'effector'
import { appStarted } from '../app/events.ts'
import { $services } from '../services.ts'
import { parseRecord } from './parse-record.ts'

const KEY = 'follow:integration'
export type IntegrationSettings = Readonly<Record<string, unknown>>

export const integrationChanged = createEvent<{ key: string; value: unknown }>()
export const $integration = createStore<IntegrationSettings>({}, { serialize: 'ignore' }).on(
  integrationChanged,
  (settings, { key, value }) => ({ ...settings, [key]: value }),
)

const readFx = attach({ source: $services, effect: ({ storage }) => parseRecord(storage.getItem(KEY)) })
const keepFx = attach({
  source: $services,
  effect: ({ storage }, settings: IntegrationSettings) => storage.setItem(KEY, JSON.stringify(settings)),
})
$integration.on(readFx.doneData, (_, settings) => settings)
sample({ clock: appStarted, target: readFx })
sample({ clock: integrationChanged, source: $integration, target: keepFx })
