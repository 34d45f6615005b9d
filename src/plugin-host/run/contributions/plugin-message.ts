/** Messages of plugins as notifications, and the addresses that they may open. */
import i18next from 'i18next'
import { webAddress } from '../../../core/safe-href.ts'
import { refusalKey, refusalValues } from '../../../features/shared/error-message/plugin-refusal.ts'
import type { UserNotification } from '../../../model/app/index.ts'
import type { Platform } from '../../../model/services.ts'
import type { PluginMessage } from '../../../plugin-api/client.ts'
import type { Manifest } from '../../../plugin-api/manifest.ts'
import { settingsAction } from '../../settings/setting-address.ts'

/** The command behind a toast's button. */
export const OPEN_LINK = 'global:open-link'

/** Resolves the namespace of the key: the one it names, the host's for its own refusals, else the plugin's. */
export function notificationOf(manifest: Manifest, message: PluginMessage): UserNotification {
  const named = (key: string): string => refusalKey(manifest.id, key)
  return {
    key: named(message.key),
    ...(message.values ? { values: refusalValues(manifest.id, message.values) } : {}),
    ...(message.reason === undefined ? {} : { reason: message.reason }),
    ...(message.open && isPermitted(manifest, message.open.url)
      ? {
          action: {
            title: named(message.open.title),
            command: OPEN_LINK,
            args: { url: message.open.url },
          },
        }
      : {}),
  }
}

/** As {@link notificationOf}, of a refusal: with a button that opens the plugin's settings, at the one that is named. */
export function refusalNotificationOf(manifest: Manifest, message: PluginMessage): UserNotification {
  const notification = notificationOf(manifest, message)
  // A failure of the network or of the server is not one of the settings.
  if (notification.key === 'app:plugin.offline' || notification.key.startsWith('errors:')) return notification
  const setting = message.values?.['setting']
  const action = settingsAction(manifest.id, setting === undefined ? undefined : String(setting))
  return notification.action ? { ...notification, otherAction: action } : { ...notification, action }
}

/** A notification as text, in the language of the user. */
export const sentenceOf = ({ key, values, reason }: UserNotification): string =>
  [i18next.t(key, { ...values }), reason].filter(Boolean).join(' ')

/** As {@link sentenceOf}, among the settings: without the way to them, where the message has such a text. */
export const sentenceInSettings = ({ values, ...notification }: UserNotification): string =>
  sentenceOf({ ...notification, values: { ...values, context: 'here' } })

/** An address on the web, or in an application that the manifest names. */
export const isPermitted = ({ permissions }: Manifest, url: string): boolean =>
  webAddress(url) !== undefined || permissions.includes(`app:${URL.parse(url)?.protocol.slice(0, -1) ?? ''}`)

/** Opens an address on the web or in another application. */
export const openOutside = (platform: Platform, url: string): void =>
  webAddress(url) === undefined ? platform.openApp(url) : platform.openAddress(url)
