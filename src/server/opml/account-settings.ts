/** What an export carries beside subscriptions: settings of each feed, and of the account its folders, labels and rules. */
import { rule, type Rule } from '../../contract/actions.ts'
import { cleanLabelName, labelColors, MAX_LABEL_NAME, type LabelColor } from '../../contract/label-names.ts'
import { retentionRule, type RetentionRule } from '../../contract/retention.ts'
import { isUnreadDays } from '../../contract/unread-days.ts'

/** The namespace of Lectern's attributes, under the prefix `lectern`. */
export const NAMESPACE = 'urn:lectern:opml'

/** Settings of one feed; null and false: as for all feeds. */
export type FeedSettings = {
  readonly hidesFromTimeline: boolean
  readonly readerView: boolean
  readonly unreadDays: number | null
  /** When its entries are marked read: a way, or seconds. */
  readonly markRead: string | number | null
  /** Of the server: in the files of admins alone. */
  readonly retention: Pick<RetentionRule, 'maxAgeDays' | 'maxEntries'> | null
}
export const usualSettings: FeedSettings = {
  hidesFromTimeline: false,
  readerView: false,
  unreadDays: null,
  markRead: null,
  retention: null,
}

export type AccountSettings = {
  readonly rules: readonly Rule[]
  readonly labels: readonly { readonly name: string; readonly color: LabelColor | null }[]
  /** For how many days entries stay unread. */
  readonly folders: readonly { readonly name: string; readonly unreadDays: number }[]
}
export const noSettings: AccountSettings = { rules: [], labels: [], folders: [] }

/** A rule as a file carries it: addresses of webhooks may be secrets. Without them it may do nothing, so it is off. */
export function withoutSecrets({ result: { webhooks, ...result }, ...one }: Rule): Rule {
  const isEmpty = Object.values(result).every(
    (value) => value === false || value === undefined || (Array.isArray(value) && value.length === 0),
  )
  return { ...one, result: webhooks?.length && isEmpty ? { ...result, disabled: true } : result }
}

type Attributes = Readonly<Record<string, string>>

/** @returns attributes without their prefix; only what differs from the usual */
export function feedAttributes(settings: FeedSettings): Attributes {
  const { hidesFromTimeline, readerView, unreadDays, markRead, retention } = settings
  return {
    ...(hidesFromTimeline && { hidesFromTimeline: 'true' }),
    ...(readerView && { readerView: 'true' }),
    ...(unreadDays !== null && { unreadDays: String(unreadDays) }),
    ...(markRead !== null && { markRead: String(markRead) }),
    ...(retention && retention.maxAgeDays !== null && { retentionDays: String(retention.maxAgeDays) }),
    ...(retention && retention.maxEntries !== null && { retentionEntries: String(retention.maxEntries) }),
  }
}

/** @param attributes of an outline, their names in small letters */
export function settingsOfOutline(attributes: Attributes): FeedSettings {
  const own = (name: string) => attributes[`lectern:${name}`]
  const retention = {
    scope: 'all',
    maxAgeDays: numberOf(own('retentiondays')),
    maxEntries: numberOf(own('retentionentries')),
  }
  const { maxAgeDays = null, maxEntries = null } = retentionRule.safeParse(retention).data ?? {}
  const days = numberOf(own('unreaddays'))
  return {
    hidesFromTimeline: own('hidesfromtimeline') === 'true',
    readerView: own('readerview') === 'true',
    unreadDays: isUnreadDays(days) ? days : null,
    markRead: numberOf(own('markread')) ?? (own('markread') || null),
    retention: maxAgeDays === null && maxEntries === null ? null : { maxAgeDays, maxEntries },
  }
}

/** The outlines of an account: comments to every other reader. */
export const accountOutlines = ({ rules, labels, folders }: AccountSettings) => [
  ...labels.map(({ name, color }) => ({ text: name, own: { label: name, ...(color && { color }) } })),
  ...rules.map((one) => ({ text: one.name, own: { rule: JSON.stringify(withoutSecrets(one)) } })),
  ...folders.map(({ name, unreadDays }) => ({
    text: name,
    own: { folder: name, unreadDays: String(unreadDays) },
  })),
]

/** Collects the settings of an account from outlines. */
export function createAccountReader() {
  const rules: Rule[] = []
  const labels: AccountSettings['labels'][number][] = []
  const folders: AccountSettings['folders'][number][] = []
  return {
    /** @returns whether the outline is one of the account's */
    read(attributes: Attributes): boolean {
      const own = (name: string) => attributes[`lectern:${name}`]
      const [ruleText, label, folder] = [own('rule'), own('label'), own('folder')]
      if (ruleText !== undefined) {
        const read = rule.safeParse(parsed(ruleText))
        if (read.success) rules.push(withoutSecrets(read.data))
      } else if (label !== undefined) {
        const name = cleanLabelName(label.slice(0, MAX_LABEL_NAME))
        if (name !== null) labels.push({ name, color: colorOf(own('color')) })
      } else if (folder !== undefined) {
        const unreadDays = numberOf(own('unreaddays'))
        if (isUnreadDays(unreadDays)) folders.push({ name: folder, unreadDays })
      } else return false
      return true
    },
    result: (): AccountSettings => ({ rules, labels, folders }),
  }
}

const colorOf = (name: string | undefined): LabelColor | null =>
  labelColors.find((color) => color === name) ?? null

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
