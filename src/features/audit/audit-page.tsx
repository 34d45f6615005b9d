import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { registry } from '../../model/app/registry.ts'
import {
  Button,
  EmptyState,
  Notice,
  SkeletonText,
  SuccessIcon,
  Tabs,
  useTranslation,
} from '../../ui/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'
import { KeyHints, Page } from '../shared/page/index.ts'
import { useTableKeys } from '../settings/index.ts'
import { MoveDialog } from '../subscription-form/index.ts'
import { detailsOf, FindingRow } from './finding-row.tsx'
import { verdicts, type Verdict } from '../../model/audit/index.ts'
import { useAudit } from './use-audit.ts'
import './audit.css'

type Filter = Verdict | 'all'

/** The keys on a feed, and what they do. */
const feedKeys = [
  ['Space', 'select'],
  ['Shift+ArrowUp,Shift+ArrowDown', 'more'],
  ['Enter', 'open'],
  ['m', 'move'],
  ['Delete', 'remove'],
] as const

/** The page /audit: subscriptions worth a second look, each with the figures that say so. */
export default function AuditPage() {
  const { t } = useTranslation('sources')
  const audit = useAudit()
  return (
    <Page title={t('audit.title')} intro={t('audit.intro')}>
      {audit.localError && <RetryNotice onRetry={audit.retry}>{t('audit.failed')}</RetryNotice>}
      {audit.serverFailed && <RetryNotice onRetry={audit.retry}>{t('audit.serverFailed')}</RetryNotice>}
      {audit.isPending ? <SkeletonText lines={6} /> : !audit.localError && <Findings audit={audit} />}
    </Page>
  )
}

function Findings({ audit }: { readonly audit: ReturnType<typeof useAudit> }) {
  const { t } = useTranslation(['sources', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState<readonly string[]>([])
  const shown = audit.findings.filter(
    ({ reasons }) => filter === 'all' || reasons.some(({ verdict }) => verdict === filter),
  )
  const ids = shown.map(({ row }) => row.id)
  const selected = ids.filter((id) => chosen.has(id))
  const keys = useTableKeys({ ids, chosen, onChoose: setChosen })
  const targets = selected.length > 0 ? selected : keys.current === null ? [] : [keys.current]
  const onFocusRow = useFocusAfterRemoval(ids, keys)

  const unfollow = (subscriptions: readonly string[]) => {
    invoke({ id: 'subscription:unfollow', source: 'keyboard', args: { subscriptions } })
    setChosen(new Set())
  }
  const open = (id: string | null) => {
    const finding = shown.find(({ row }) => row.id === id)
    if (finding) invoke({ ...detailsOf(finding), source: 'keyboard' })
  }
  const pressed = (event: KeyboardEvent) => {
    const isOfRow = event.target instanceof Element && event.target.matches('[data-feed-id] input')
    if (!isOfRow || event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Readonly<Record<string, () => void>> = {
      m: () => setMoving(targets),
      Delete: () => unfollow(targets),
      Enter: () => open(keys.current),
      j: () => keys.focus(ids[ids.indexOf(keys.current ?? '') + 1] ?? ids.at(-1) ?? ''),
      k: () => keys.focus(ids[Math.max(0, ids.indexOf(keys.current ?? '') - 1)] ?? ''),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const tabs: readonly Filter[] = ['all', ...verdicts]
  const countOf = (value: Filter) =>
    audit.findings.filter(
      ({ reasons }) => value === 'all' || reasons.some(({ verdict }) => verdict === value),
    ).length

  if (audit.findings.length === 0)
    return (
      <EmptyState
        icon={<SuccessIcon />}
        title={t(audit.feedCount === 0 ? 'audit.nothingFollowed' : 'audit.allWell')}
        description={t('audit.allWellHint')}
      />
    )
  return (
    <div onKeyDown={pressed}>
      <Tabs<Filter>
        label={t('audit.verdict')}
        value={filter}
        tabs={tabs.map((value) => ({ value, label: t(`audit.tabs.${value}`), count: countOf(value) }))}
        onChange={setFilter}
        controls="audit-findings"
      />
      <div className="audit-bar" role="toolbar" aria-label={t('audit.selected', { count: selected.length })}>
        <Button
          size="small"
          disabled={ids.length === 0}
          onClick={() => setChosen(selected.length === ids.length ? new Set() : new Set(ids))}
        >
          {selected.length > 0 && selected.length === ids.length
            ? t('common:action.selectNone')
            : t('common:action.selectAll')}
        </Button>
        {selected.length > 0 && (
          <>
            <span>{t('audit.selected', { count: selected.length })}</span>
            <Button size="small" keys="m" onClick={() => setMoving(selected)}>
              {t('common:action.move')}
            </Button>
            <Button size="small" keys="Delete" onClick={() => unfollow(selected)}>
              {t('common:action.unfollow')}
            </Button>
          </>
        )}
      </div>
      <div id="audit-findings" role="tabpanel" aria-label={t(`audit.tabs.${filter}`)}>
        {shown.length === 0 ? (
          <Notice>{t('audit.noneOfKind')}</Notice>
        ) : (
          <div ref={keys.table} onKeyDown={keys.onKeyDown}>
            <ul className="audit-list" aria-label={t('audit.title')}>
              {shown.map((finding) => (
                <FindingRow
                  key={finding.row.id}
                  finding={finding}
                  stored={audit.statistics[finding.row.feedId] ?? null}
                  titles={audit.titles}
                  isChosen={chosen.has(finding.row.id)}
                  isCurrent={finding.row.id === keys.current}
                  onToggle={() => setChosen(toggled(chosen, finding.row.id))}
                  onFocus={() => onFocusRow(finding.row.id)}
                  onUnfollow={() => unfollow([finding.row.id])}
                />
              ))}
            </ul>
          </div>
        )}
      </div>
      <KeyHints hints={feedKeys.map(([caps, name]) => [caps, t(`audit.keys.${name}`)])} />
      {moving.length > 0 && <MoveDialog ids={moving} onClose={() => setMoving([])} />}
    </div>
  )
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The row with the focus has been unfollowed: the row in its position receives the focus. */
function useFocusAfterRemoval(ids: readonly string[], keys: ReturnType<typeof useTableKeys>) {
  const last = useRef<{ readonly id: string; readonly index: number } | null>(null)
  useEffect(() => {
    const isLost = document.activeElement?.contains(keys.table.current)
    if (last.current === null || ids.includes(last.current.id) || !isLost) return
    const next = ids[Math.min(last.current.index, ids.length - 1)]
    if (next !== undefined) keys.focus(next)
  })
  return (id: string) => {
    last.current = { id, index: ids.indexOf(id) }
    keys.onFocusRow(id)
  }
}
