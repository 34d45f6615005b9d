import { useUnit } from 'effector-react'
import type { TFunction } from 'i18next'
import { siteOfFeed } from '../../contract/page-address.ts'
import { views } from '../../contract/views.ts'
import type { FeedStatistics, Finding, Reason } from '../../model/audit/index.ts'
import { registry } from '../../model/app/registry.ts'
import { Avatar, DeleteIcon, IconButton, Tag, useTranslation } from '../../ui/index.ts'
import { fetchMessage } from '../shared/error-message/index.ts'
import type { FeedRow } from '../settings/index.ts'

type FindingRowProps = {
  readonly finding: Finding<FeedRow>
  /** null: no entry is in this browser. */
  readonly stored: FeedStatistics | null
  /** By feed id. */
  readonly titles: ReadonlyMap<string, string>
  readonly isChosen: boolean
  /** Its controls are in the tab order. */
  readonly isCurrent: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
  readonly onUnfollow: () => void
}

/** A feed with its verdicts, a sentence for each, and the figures of the server and of this browser. */
export function FindingRow(props: FindingRowProps) {
  const { t, i18n } = useTranslation(['sources', 'common', 'settings', 'errors'])
  const invoke = useUnit(registry.commandInvoked)
  const { row, reasons } = props.finding
  const tabIndex = props.isCurrent ? 0 : -1
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  const dayOf = (iso: string) => day.format(new Date(iso))
  return (
    <li data-feed-id={row.id} data-chosen={props.isChosen || undefined} onFocus={props.onFocus}>
      <input
        type="checkbox"
        className="ui-checkbox"
        aria-label={t('audit.select', { title: row.title })}
        tabIndex={tabIndex}
        checked={props.isChosen}
        onChange={props.onToggle}
      />
      <Avatar src={row.image} name={siteOfFeed(row)} size="small" />
      <div className="audit-finding">
        <button
          type="button"
          className="audit-name"
          tabIndex={tabIndex}
          onClick={() => invoke({ ...detailsOf(props.finding), source: 'button' })}
        >
          {row.title}
        </button>
        {reasons.map((reason) => (
          <p key={reason.verdict}>
            <Tag tone={reason.verdict === 'dead' ? 'danger' : 'quiet'}>
              {t(`audit.tabs.${reason.verdict}`)}
            </Tag>
            <span>{describeReason(reason, t, { dayOf, language: i18n.language, titles: props.titles })}</span>
          </p>
        ))}
        <p className="audit-figures">{describeFigures(props, t, { dayOf, language: i18n.language })}</p>
      </div>
      <IconButton
        label={t('audit.unfollow', { title: row.title })}
        icon={<DeleteIcon />}
        size="small"
        tabIndex={tabIndex}
        onClick={props.onUnfollow}
      />
    </li>
  )
}

type Formats = {
  readonly dayOf: (iso: string) => string
  readonly language: string
}
const numberOf = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)

function describeReason(
  reason: Reason,
  t: TFunction,
  { dayOf, language, titles }: Formats & { readonly titles: ReadonlyMap<string, string> },
): string {
  if (reason.verdict === 'dead')
    return reason.gone
      ? t('audit.reasons.gone')
      : t('audit.reasons.failing', { reason: fetchMessage(reason.error ?? '', t) })
  if (reason.verdict === 'overlapping')
    return t('audit.reasons.overlapping', {
      count: reason.shared,
      entries: reason.entries,
      title: titles.get(reason.otherId) ?? '',
    })
  if (reason.verdict === 'unopened') return t('audit.reasons.unopened', { count: reason.entries })
  if (reason.verdict === 'noisy')
    return t('audit.reasons.noisy', {
      perWeek: numberOf(reason.perWeek, language),
      count: reason.read,
      entries: reason.entries,
    })
  return reason.latest === null
    ? t('audit.reasons.empty')
    : t('audit.reasons.silent', { when: dayOf(reason.latest) })
}

/** "News · Articles · 3 a week · 12 of 40 read here · 5 readers" */
function describeFigures(
  { finding: { row }, stored }: FindingRowProps,
  t: TFunction,
  { dayOf, language }: Formats,
): string {
  return [
    row.folder,
    t(`common:view.${views[row.view]}`),
    row.perWeek === null ? '' : t('audit.perWeek', { perWeek: numberOf(row.perWeek, language) }),
    row.latest === null ? '' : t('audit.latest', { when: dayOf(row.latest) }),
    stored === null
      ? t('audit.nothingStored')
      : t('audit.stored', { count: stored.entries, read: stored.read, starred: stored.starred }),
    row.readers === null ? '' : t('audit.readers', { count: row.readers }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The command that opens the feed's form; of a dead feed with the record of its fetches. */
export const detailsOf = ({ row, reasons }: Finding<FeedRow>) => ({
  id: reasons[0]?.verdict === 'dead' ? 'subscription:why-failing' : 'subscription:edit',
  args: { subscriptions: [row.id] },
})
