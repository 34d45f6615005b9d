/** Tells the user how saving went: one message for all that was requested together. */
import { attach, sample } from 'effector'
import i18next from 'i18next'
import { errorNotified, infoNotified, type UserNotification } from '../../model/app/index.ts'
import { $services, type Services } from '../../model/services.ts'
import type { Manifest, PluginResponse, PluginText } from '../../plugin-api/manifest.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { loadPluginTranslations } from '../run/load-translations.ts'
import {
  isPermitted,
  notificationOf,
  openOutside,
  refusalNotificationOf,
  sentenceOf,
} from '../run/contributions/plugin-message.ts'
import { settingsAction } from '../settings/setting-address.ts'

/** How saving one entry went: the plugin's response, or why there is none. */
export type Outcome =
  | { readonly response: PluginResponse; readonly failure: null }
  | { readonly response: null; readonly failure: UserNotification }

export type SavesReport = {
  readonly plugin: string
  readonly outcomes: readonly Outcome[]
  /** How many of the plugin's are in the outbox, where some were added; else 0. */
  readonly waiting: number
  /** They are being sent. */
  readonly isSending: boolean
}
type Saved = {
  readonly url?: string
  readonly openAtOnce?: boolean
  readonly clipboard?: string
  readonly again?: boolean
  /** What of it was not saved. */
  readonly remark?: PluginText
}
type Message = { readonly tone: 'info' | 'error'; readonly notification: UserNotification }

/** Different reasons that one message names. */
const MAX_REASONS = 2

export const reportFx = attach({
  source: { services: $services, sources: $pluginSources },
  effect: async (
    { services, sources },
    { plugin, outcomes, waiting, isSending }: SavesReport,
  ): Promise<Message[]> => {
    const source = sources.find(({ id }) => id === plugin)
    if (!source) return []
    const [manifest] = await Promise.all([source.manifest(), loadPluginTranslations(source)])
    const service = i18next.t(`${plugin}:name`)
    const toOpen = outcomes.flatMap(savedIn).filter((saved) => saved.openAtOnce)
    const [first] = toOpen
    const notOpened = first && (await openApplication(services, manifest, service, first))
    return [
      ...(notOpened
        ? [notOpened]
        : toOpen.length > 1
          ? [oneOpened(manifest, service, toOpen.length)]
          : outcomeMessage(manifest, service, outcomes)),
      ...waitingMessage(plugin, service, waiting, isSending),
    ]
  },
})
const messages = reportFx.doneData
for (const [tone, target] of [
  ['info', infoNotified],
  ['error', errorNotified],
] as const)
  // At most one of each tone.
  sample({
    clock: messages.filterMap((all) => all.findLast((one) => one.tone === tone)?.notification),
    target,
  })

/**
 * Opens the address of an application, with the text that it takes from the clipboard. One address alone: browsers open no
 * second one without another press, and the clipboard has one text.
 * @returns what to say where that did not work; null where it did
 */
async function openApplication(
  { platform }: Services,
  manifest: Manifest,
  service: string,
  { url, clipboard }: Saved,
): Promise<Message | null> {
  if (url === undefined || !isPermitted(manifest, url))
    return { tone: 'error', notification: { key: 'app:plugin.forbidden' } }
  try {
    if (clipboard !== undefined) await platform.copyText(clipboard)
  } catch {
    const values = { service }
    return { tone: 'error', notification: { key: 'app:outside.notCopied', values } }
  }
  openOutside(platform, url)
  return null
}

/**
 * How saving one entry went, with the application opened that the plugin names.
 * @param savedKey what is said where the service has it now
 */
export async function saveMessage(
  services: Services,
  manifest: Manifest,
  response: PluginResponse,
  savedKey = 'outside.saved',
): Promise<Message> {
  if (!response.ok) return { tone: 'error', notification: refusalNotificationOf(manifest, response.words) }
  const service = i18next.t(`${manifest.id}:name`)
  const saved = response.output as Saved
  const notOpened = saved.openAtOnce ? await openApplication(services, manifest, service, saved) : null
  return notOpened ?? { tone: 'info', notification: savedMessage(manifest, service, saved, savedKey) }
}

const oneOpened = ({ id }: Manifest, service: string, count: number): Message => ({
  tone: 'error',
  notification: { id: messageIdOf(id), key: 'app:outside.openedOne', values: { count, service } },
})

const savedIn = ({ response }: Outcome): readonly Saved[] => (response?.ok ? [response.output as Saved] : [])

function outcomeMessage(manifest: Manifest, service: string, outcomes: readonly Outcome[]): Message[] {
  const saved = outcomes.flatMap(savedIn)
  const refused = outcomes.flatMap((one) => refusalOf(manifest, one))
  const [first] = saved
  const [refusal] = refused
  const count = outcomes.length
  if (count === 1 && refusal) return [{ tone: 'error', notification: refusal }]
  if (count === 1 && first) return [{ tone: 'info', notification: savedMessage(manifest, service, first) }]
  if (count === 0) return []
  const id = messageIdOf(manifest.id)
  const remarks = saved.flatMap((one) => remarkOf(manifest, one) ?? [])
  const reason = [...new Set([...refused.map(sentenceOf), ...remarks])].slice(0, MAX_REASONS).join(' ')
  if (refused.length === 0) {
    const notification = { id, key: 'app:outside.savedMany', values: { count, service } }
    return [{ tone: 'info', notification: { ...notification, ...(reason && { reason }) } }]
  }
  const values = { saved: saved.length, count, service }
  const action = settingsAction(manifest.id)
  return [{ tone: 'error', notification: { id, key: 'app:outside.savedSome', values, reason, action } }]
}

const remarkOf = (manifest: Manifest, { remark }: Saved): string | undefined =>
  remark && sentenceOf(notificationOf(manifest, remark))

function savedMessage(
  manifest: Manifest,
  service: string,
  saved: Saved,
  savedKey = 'outside.saved',
): UserNotification {
  const { url, again, openAtOnce, clipboard } = saved
  const reason = remarkOf(manifest, saved)
  const key = again ? 'outside.savedAgain' : savedKey
  return notificationOf(manifest, {
    // Whether the application has saved it is not known.
    key: openAtOnce ? 'outside.opened' : key,
    values: { service },
    ...(reason !== undefined && { reason }),
    // What is in the clipboard may have changed by then.
    ...(url === undefined || clipboard !== undefined ? {} : { open: { title: 'outside.open', url } }),
  })
}

function waitingMessage(plugin: string, service: string, count: number, isSending: boolean): Message[] {
  if (count === 0) return []
  return [
    {
      tone: 'info',
      notification: {
        id: messageIdOf(plugin),
        key: isSending ? 'app:outside.saving' : 'app:outside.waiting',
        values: { count, service },
        action: { title: 'app:outside.cancel', command: CANCEL_SAVES, args: { plugin } },
      },
    },
  ]
}

/** Of the message about several entries: the newest replaces the one before. */
export const messageIdOf = (plugin: string): string => `saves ${plugin}`

/** The command that cancels what waits. */
export const CANCEL_SAVES = 'integration:cancel-saves'

function refusalOf(manifest: Manifest, { response, failure }: Outcome): readonly UserNotification[] {
  if (failure) return [failure]
  return response.ok ? [] : [refusalNotificationOf(manifest, response.words)]
}
