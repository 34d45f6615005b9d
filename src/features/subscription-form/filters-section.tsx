import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { parseCondition } from '../../contract/query/parse-condition.ts'
import {
  $rules,
  $rulesError,
  feedFiltersSaved,
  filterFields,
  filtersOf,
  rulesNeeded,
  rulesRequested,
  type FeedFilter,
  type FilterField,
} from '../../model/rules/index.ts'
import {
  Button,
  DeleteIcon,
  IconButton,
  Select,
  SkeletonText,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'

type FiltersSectionProps = { readonly feedUrl: string; readonly title: string }

/** Which entries of a feed are kept or blocked, folded. They are rules, and the page of the rules shows them too. */
export function FiltersSection(props: FiltersSectionProps) {
  const { t } = useTranslation('app')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="feed-request" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('subscription.filters.title')}</summary>
      {isOpen && <LoadedFilters {...props} />}
    </details>
  )
}

function LoadedFilters(props: FiltersSectionProps) {
  const { t } = useTranslation('app')
  const { rules, error, need, request } = useUnit({
    rules: $rules,
    error: $rulesError,
    need: rulesNeeded,
    request: rulesRequested,
  })
  useEffect(() => need(), [need])
  if (error !== null)
    return <RetryNotice onRetry={() => request()}>{t('subscription.filters.failed')}</RetryNotice>
  if (rules === null) return <SkeletonText lines={2} />
  return <FiltersForm {...props} stored={filtersOf(rules, props.feedUrl)} />
}

/** `key` tells rows apart that say the same. */
type Row = FeedFilter & { readonly key: number }

function FiltersForm({ feedUrl, title, stored }: FiltersSectionProps & { stored: readonly FeedFilter[] }) {
  const { t } = useTranslation(['app', 'common'])
  const save = useUnit(feedFiltersSaved)
  const [rows, setRows] = useState<readonly Row[]>(() => stored.map((one, key) => ({ ...one, key })))
  const change = (changed: Row) => setRows(rows.map((row) => (row.key === changed.key ? changed : row)))
  const add = () =>
    setRows([
      ...rows,
      {
        mode: 'block',
        field: 'entry_title',
        value: '',
        key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
      },
    ])
  const isComplete = rows.every(({ field, value }) => isValid(field, value))
  return (
    <div className="ui-stack">
      <p className="feed-request-hint">{t('subscription.filters.hint')}</p>
      {rows.map((row, at) => (
        <fieldset key={row.key} className="feed-filter">
          <legend className="ui-visually-hidden">{t('subscription.filters.one', { number: at + 1 })}</legend>
          <Select
            label={t('subscription.filters.mode')}
            hideLabel
            value={row.mode}
            choices={(['keep', 'block'] as const).map((mode) => ({
              value: mode,
              label: t(`subscription.filters.modes.${mode}`),
            }))}
            onChange={(mode) => change({ ...row, mode: mode as Row['mode'] })}
          />
          <Select
            label={t('subscription.filters.field')}
            hideLabel
            value={row.field}
            choices={filterFields.map((field) => ({
              value: field,
              label: t(`subscription.filters.fields.${field}`),
            }))}
            onChange={(field) => change({ ...row, field: field as FilterField })}
          />
          <TextField
            label={t('subscription.filters.value')}
            hideLabel
            value={row.value}
            error={
              row.value !== '' && !isValid(row.field, row.value)
                ? t('subscription.filters.unreadable')
                : undefined
            }
            onChange={(event) => change({ ...row, value: event.currentTarget.value })}
          />
          <IconButton
            label={t('subscription.filters.remove', { number: at + 1 })}
            icon={<DeleteIcon aria-hidden="true" />}
            onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        </fieldset>
      ))}
      <div className="ui-buttons">
        <Button size="small" onClick={add}>
          {t('subscription.filters.add')}
        </Button>
        <Button
          size="small"
          variant="primary"
          disabled={!isComplete}
          onClick={() =>
            save({
              feedUrl,
              filters: rows.map(({ mode, field, value }) => ({ mode, field, value: value.trim() })),
              names: {
                keep: t('subscription.filters.names.keep', { title }),
                block: t('subscription.filters.names.block', { title }),
              },
            })
          }
        >
          {t('subscription.filters.save')}
        </Button>
      </div>
    </div>
  )
}

/** A query has neither an order nor a limit: it is about one entry. */
function isValid(field: FilterField, value: string): boolean {
  if (value.trim() === '') return false
  if (field !== 'query') return true
  return typeof parseCondition(value) !== 'string'
}
