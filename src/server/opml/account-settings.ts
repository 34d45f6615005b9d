/** What an export has besides subscriptions: settings of each feed, and folders, labels and rules of the account. */
import { rule, type Rule } from '../../contract/actions.ts'
import { cleanLabelName, labelColors, MAX_LABEL_NAME, type LabelColor } from '../../contract/label-names.ts'
import { tagsFromText } from '../../contract/feed-tags.ts'
import type { SettingsOfFeed } from '../../contract/feed-settings.ts'
import {
  ownRetentionRule,
  retentionRule,
  type OwnRetentionRule,
  type RetentionRule,
  ownRetentionProblem,
} from '../../contract/retention.ts'
import { isUnreadDays } from '../../contract/unread-days.ts'

/** The namespace of Lectern's attributes, under the prefix `lectern`. */
export const NAMESPACE = 'urn:lectern:opml'

/** Bounds of a rule of retention; both null: all entries stay. */
export type RetentionBounds = Pick<RetentionRule, 'maxAgeDays' | 'maxEntries'>

/** Settings of one feed; null and false: as for all feeds. */
export type FeedSettings = SettingsOfFeed & {
  readonly hidesFromTimeline: boolean
  /** Of the server: only in the files of admins. */
  readonly retention: RetentionBounds | null
}
export const usualSettings: FeedSettings = {
  hidesFromTimeline: false,
  readerView: false,
  unreadDays: null,
  markRead: null,
  tags: [],
  retention: null,
}

export type AccountSettings = {
  readonly rules: readonly Rule[]
  readonly labels: readonly { readonly name: string; readonly color: LabelColor | null }[]
  /** Days after which unread entries are marked read. */
  readonly folders: readonly { readonly name: string; readonly unreadDays: number }[]
  /** An admin's own rules, by folder and by query. */
  readonly retention: readonly OwnRetentionRule[]
}
export const noSettings: AccountSettings = { rules: [], labels: [], folders: [], retention: [] }

/** A rule in a file: without addresses of webhooks, which may be secrets. Without them it may do nothing, so it is off. */
export function withoutSecrets({ result: { webhooks, ...result }, ...one }: Rule): Rule {
  const isEmpty = Object.values(result).every(
    (value) => value === false || value === undefined || (Array.isArray(value) && value.length === 0),
  )
  return { ...one, result: webhooks?.length && isEmpty ? { ...result, disabled: true } : result }
}

type Attributes = Readonly<Record<string, string>>
/** Attributes of Lectern's namespace, without its prefix. */
type OwnAttributes = Readonly<Partial<Record<AttributeName, string>>>
type AttributeName = (typeof attributeNames)[number]

/** All attributes that a file may have, without their prefix. */
export const attributeNames = [
  'hidesFromTimeline',
  'readerView',
  'unreadDays',
  'markRead',
  'tags',
  'retention',
  'retentionDays',
  'retentionEntries',
  'rule',
  'label',
  'color',
  'folder',
  'query',
] as const

/** Reads attributes of an outline. @param attributes their names in small letters */
const ownOf =
  (attributes: Attributes) =>
  (name: AttributeName): string | undefined =>
    attributes[`lectern:${name.toLowerCase()}`]

/** @returns only what differs from the defaults */
export function feedAttributes(settings: FeedSettings): OwnAttributes {
  const { hidesFromTimeline, readerView, unreadDays, markRead, tags, retention } = settings
  return {
    ...(hidesFromTimeline && { hidesFromTimeline: 'true' }),
    ...(readerView && { readerView: 'true' }),
    ...(unreadDays !== null && { unreadDays: String(unreadDays) }),
    ...(markRead !== null && { markRead: String(markRead) }),
    ...(tags.length > 0 && { tags: tags.join(',') }),
    ...(retention && boundAttributes(retention)),
  }
}

/** @param attributes of an outline, their names in small letters */
export function settingsOfOutline(attributes: Attributes): FeedSettings {
  const own = ownOf(attributes)
  const days = numberOf(own('unreadDays'))
  return {
    hidesFromTimeline: own('hidesFromTimeline') === 'true',
    readerView: own('readerView') === 'true',
    unreadDays: isUnreadDays(days) ? days : null,
    markRead: numberOf(own('markRead')) ?? (own('markRead') || null),
    tags: tagsFromText(own('tags') ?? ''),
    retention: boundsOf(attributes),
  }
}

const boundAttributes = ({ maxAgeDays, maxEntries }: RetentionBounds): OwnAttributes => ({
  ...(maxAgeDays !== null && { retentionDays: String(maxAgeDays) }),
  ...(maxEntries !== null && { retentionEntries: String(maxEntries) }),
  ...(maxAgeDays === null && maxEntries === null && { retention: 'unbounded' }),
})

function boundsOf(attributes: Attributes): RetentionBounds | null {
  const own = ownOf(attributes)
  const bounds = {
    maxAgeDays: numberOf(own('retentionDays')),
    maxEntries: numberOf(own('retentionEntries')),
  }
  const isBounded = bounds.maxAgeDays !== null || bounds.maxEntries !== null
  if (!isBounded && own('retention') !== 'unbounded') return null
  return retentionRule.omit({ scope: true }).safeParse(bounds).data ?? null
}

type AccountOutline = { readonly text: string; readonly own: OwnAttributes }

/** The outlines of an account: comments for every other reader. */
export const accountOutlines = ({ rules, labels, folders, retention }: AccountSettings): AccountOutline[] => [
  ...labels.map(({ name, color }) => ({ text: name, own: { label: name, ...(color && { color }) } })),
  ...rules.map((one) => ({ text: one.name, own: { rule: JSON.stringify(withoutSecrets(one)) } })),
  ...folders.map(({ name, unreadDays }) => ({
    text: name,
    own: { folder: name, unreadDays: String(unreadDays) },
  })),
  ...retention.map(({ kind, name, ...bounds }) => ({
    text: name,
    own: { [kind]: name, ...boundAttributes(bounds) },
  })),
]

/** Collects the settings of an account from outlines. */
export function createAccountReader() {
  const rules: Rule[] = []
  const labels: AccountSettings['labels'][number][] = []
  const folders: AccountSettings['folders'][number][] = []
  const retention: OwnRetentionRule[] = []
  const addRetention = (kind: OwnRetentionRule['kind'], name: string, attributes: Attributes) => {
    const read = ownRetentionRule.safeParse({ kind, name, ...boundsOf(attributes) })
    if (read.success && ownRetentionProblem(read.data) === null) retention.push(read.data)
  }
  return {
    /** @returns whether the outline is one of the account's */
    read(attributes: Attributes): boolean {
      const own = ownOf(attributes)
      const [ruleText, label, folder, query] = [own('rule'), own('label'), own('folder'), own('query')]
      if (ruleText !== undefined) {
        const read = rule.safeParse(parsed(ruleText))
        if (read.success) rules.push(withoutSecrets(read.data))
      } else if (label !== undefined) {
        const name = cleanLabelName(label.slice(0, MAX_LABEL_NAME))
        if (name !== null) labels.push({ name, color: colorOf(own('color')) })
      } else if (folder !== undefined) {
        const unreadDays = numberOf(own('unreadDays'))
        if (isUnreadDays(unreadDays)) folders.push({ name: folder, unreadDays })
        addRetention('folder', folder, attributes)
      } else if (query !== undefined) addRetention('query', query, attributes)
      else return false
      return true
    },
    result: (): AccountSettings => ({ rules, labels, folders, retention }),
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
