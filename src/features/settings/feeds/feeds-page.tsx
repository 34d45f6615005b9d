import { useUnit } from 'effector-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { registry } from '../../../model/app/registry.ts'
import { views, type View } from '../../../contract/views.ts'
import { dialogOpened } from '../../../model/layout/index.ts'
import { $lists, $ownListIds } from '../../../model/subscriptions/index.ts'
import {
  Button,
  EmptyState,
  FeedIcon,
  SearchField,
  Select,
  useCurrentMinute,
  useTranslation,
} from '../../../ui/index.ts'
import { OwnedFeeds } from '../../claims/index.ts'
import { RetryNotice } from '../../shared/error-message/index.ts'
import { $importFormats } from '../../registry.ts'
import { MoveDialog } from '../../subscription-form/index.ts'
import { FeedsTable } from './feeds-table.tsx'
import { filterFeeds, healthFilters, sortFeeds, type FeedFilter, type Order } from './sort-feeds.ts'
import { useFeedRows } from './use-feed-rows.ts'

/** All subscriptions as a table: posting frequency, failures, and actions on many at once. */
export function FeedsPage() {
  const { t } = useTranslation(['settings', 'app', 'common'])
  const { opened, invoke } = useUnit({ opened: dialogOpened, invoke: registry.commandInvoked })
  const canImport = useUnit($importFormats).length > 0
  const { rows, failed, retry } = useFeedRows()
  const [filter, setFilter] = useState<FeedFilter>({ text: '', health: 'all', view: null })
  const now = useCurrentMinute()
  const bar = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<Order>({ by: 'title', up: true })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState(false)
  const shown = sortFeeds(filterFeeds(rows, filter, now), order)
  const selected = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const unfollow = () => {
    invoke({ id: 'subscription:unfollow', source: 'button', args: { subscriptions: selected } })
    setChosen(new Set())
  }
  /** Actions on the selection, by the keys that the reader has for them; not while text is entered. */
  const pressed = (event: KeyboardEvent) => {
    const isField =
      event.target instanceof Element && event.target.matches('select, input:not([type="checkbox"])')
    if (isField || event.ctrlKey || event.metaKey || event.altKey || selected.length === 0) return
    const actions: Readonly<Record<string, () => void>> = {
      m: () => setMoving(true),
      v: () => bar.current?.querySelector('select')?.focus(),
      Delete: unfollow,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  if (rows.length === 0)
    return (
      <>
        <EmptyState
          icon={<FeedIcon />}
          title={t('feeds.none')}
          description={t('feeds.noneWords')}
          actions={
            <>
              <Button variant="primary" onClick={() => opened({ id: 'follow' })}>
                {t('common:action.follow')}
              </Button>
              {canImport && (
                <Button onClick={() => opened({ id: 'import-report' })}>{t('common:action.import')}</Button>
              )}
            </>
          }
        />
        <OwnedFeeds />
      </>
    )
  return (
    <div className="settings-feeds" onKeyDown={pressed}>
      <div className="settings-feeds-filter">
        <SearchField
          label={t('feeds.search')}
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
        />
        <Select
          label={t('feeds.health.label')}
          hideLabel
          value={filter.health}
          choices={healthFilters.map((health) => ({ value: health, label: t(`feeds.health.${health}`) }))}
          onChange={(health) => setFilter({ ...filter, health })}
        />
        <Select
          label={t('feeds.view')}
          hideLabel
          value={filter.view === null ? '' : String(filter.view)}
          choices={[
            { value: '', label: t('feeds.allViews') },
            ...views.map((name, at) => ({ value: String(at), label: t(`common:view.${name}`) })),
          ]}
          onChange={(view) => setFilter({ ...filter, view: view === '' ? null : (Number(view) as View) })}
        />
      </div>
      <div
        ref={bar}
        className="settings-feeds-bar"
        role="toolbar"
        aria-label={t('feeds.selected', { count: selected.length })}
      >
        {selected.length === 0 ? (
          <span className="ui-field-hint">
            {t('feeds.count', { count: shown.length })} · {t('feeds.keys')}
          </span>
        ) : (
          <>
            <span>{t('feeds.selected', { count: selected.length })}</span>
            <Button size="small" keys="m" onClick={() => setMoving(true)}>
              {t('common:action.move')}
            </Button>
            <MoveToView ids={selected} />
            <AddToList ids={selected} />
            <Button size="small" keys="Delete" onClick={unfollow}>
              {t('common:action.unfollow')}
            </Button>
          </>
        )}
      </div>
      {failed && <RetryNotice onRetry={retry}>{t('feeds.analyticsFailed')}</RetryNotice>}
      {shown.length === 0 ? (
        <EmptyState title={t('feeds.nothingHere')} />
      ) : (
        <FeedsTable rows={shown} order={order} onOrder={setOrder} chosen={chosen} onChoose={setChosen} />
      )}
      <OwnedFeeds />
      {moving && <MoveDialog ids={selected} onClose={() => setMoving(false)} />}
    </div>
  )
}

function MoveToView({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation(['app', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const choices = views.map((name, at) => ({ value: String(at), label: t(`common:view.${name}`) }))
  return (
    <Select
      label={t('subscription.view')}
      hideLabel
      value=""
      choices={[{ value: '', label: t('subscription.view'), disabled: true }, ...choices]}
      onChange={(view) =>
        invoke({
          id: 'subscription:move-to-view',
          source: 'button',
          args: { subscriptions: ids, view: Number(view) },
        })
      }
    />
  )
}

/** Puts the selected feeds into one of the user's own lists. */
function AddToList({ ids }: { readonly ids: readonly string[] }) {
  const { t } = useTranslation(['shortcuts'])
  const { lists, own, invoke } = useUnit({
    lists: $lists,
    own: $ownListIds,
    invoke: registry.commandInvoked,
  })
  if (own.size === 0) return null
  const choices = [...own].map((id) => ({ value: id, label: lists.get(id)?.title || id }))
  return (
    <Select
      label={t('list.addFeeds')}
      hideLabel
      value=""
      choices={[{ value: '', label: t('list.addFeeds'), disabled: true }, ...choices]}
      onChange={(list) =>
        invoke({ id: 'list:add-feeds', source: 'button', args: { subscriptions: ids, list } })
      }
    />
  )
}
