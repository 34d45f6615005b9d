import {
  appearanceDefaults,
  generalDefaults,
  localOnlyKeys,
  type SettingsTab,
} from '../../contract/settings.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { changeTab, settingsOf } from '../storage/accounts/settings.ts'

type Values = Record<string, unknown>

const LONGEST_BYTES = 65_536
const defaults: Readonly<Record<SettingsTab, Values>> = {
  general: generalDefaults,
  appearance: appearanceDefaults,
}
const isTab = (name: string): name is SettingsTab => Object.hasOwn(defaults, name)

export const settingsRoutes = {
  /** Only our two tabs: clients of the contract fail on any other (client-facts 1, rule 7). */
  'settings.get': async ({ storage, user }, { tab }) => {
    const tabs = (tab || Object.keys(defaults).join(',')).split(',')
    const stored = (await settingsOf(storage, user.id)).filter(
      (row) => isTab(row.tab) && tabs.includes(row.tab),
    )
    return {
      settings: Object.fromEntries(stored.map((row) => [row.tab, row.values])),
      updated: Object.fromEntries(stored.map((row) => [row.tab, new Date(row.updatedAt).toISOString()])),
    }
  },
  'settings.update': async ({ storage, user, now }, { tab, ...changed }) => {
    if (!isTab(tab)) throw new Refusal('invalidSettingTab', `There is no tab "${tab}".`)
    const travelling = checked(tab, changed)
    await changeTab(storage, { userId: user.id, tab, at: now() }, (values) =>
      fitting({ ...values, ...travelling }),
    )
  },
} satisfies Routes

/** Unknown keys belong to other clients and are stored unchanged; known ones must have their type. @throws Refusal */
export function checked(tab: SettingsTab, changed: Values): Values {
  const stays = ['updated', ...localOnlyKeys[tab]]
  const entries = Object.entries(changed).filter(([key]) => !stays.includes(key))
  for (const [key, value] of entries) {
    const usual = Object.hasOwn(defaults[tab], key) ? defaults[tab][key] : undefined
    if (usual !== undefined && value !== null && typeof value !== typeof usual)
      throw new Refusal('invalidSettingPayload', `${key} has to be a ${typeof usual}.`)
  }
  return Object.fromEntries(entries)
}

/** @throws Refusal settingPayloadTooLarge */
export function fitting(values: Values): Values {
  if (Buffer.byteLength(JSON.stringify(values)) <= LONGEST_BYTES) return values
  throw new Refusal('settingPayloadTooLarge', `The limit is ${LONGEST_BYTES} bytes.`)
}
