/** Which texts a plugin's refusal means: keys and values of i18next. */
import i18next from 'i18next'

/** Why a plugin did not do something, as it says so. */
export type PluginRefusalText = {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>> | undefined
  readonly reason?: string | undefined
}

const hostKeys = /^(plugin|outside)\./

/** The namespace is the one that the key names, the host's for its own refusals, else the plugin's. */
export function refusalKey(plugin: string, key: string): string {
  if (key.includes(':')) return key
  return hostKeys.test(key) ? `app:${key}` : `${plugin}:${key}`
}

/** A value `setting` is the key of a setting: the message shows its label. */
export const refusalValues = (plugin: string, values: NonNullable<PluginRefusalText['values']>) =>
  'setting' in values ? { ...values, setting: `${plugin}:settings.${values['setting']}` } : values

/** As a sentence, in the language of the user. */
export const refusalSentence = (plugin: string, { key, values = {}, reason }: PluginRefusalText): string =>
  [i18next.t(refusalKey(plugin, key), { ...refusalValues(plugin, values) }), reason].filter(Boolean).join(' ')
