import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import type { Output } from '../../contract/calls.ts'
import { $services } from '../../model/services.ts'
import { Button, ConfirmDialog, useTranslation } from '../../ui/index.ts'
import { useAges } from './ages.tsx'
import { QueryState } from './query-state.tsx'
import { OwnRetentionFields } from './own-retention-fields.tsx'
import { RetentionFields } from './retention-fields.tsx'
import {
  boundedRules,
  ownRuleProblem,
  ownRuleRows,
  ownRules,
  withGeneralRule,
  type NamedRule,
  type OwnRuleRow,
} from './retention-rules.ts'
import { useChange } from './use-change.tsx'

type Retention = Output<'retention.get'>['data']
type DryRun = Output<'retention.dryRun'>['data']

/** Which entries the server deletes. What would go is shown before rules are saved. */
export function Retention() {
  const { api } = useUnit($services)
  const query = useQuery({
    queryKey: ['admin', 'retention'],
    queryFn: async () => (await api.retention.get({})).data,
    staleTime: 0,
    retry: false,
  })
  return query.data ? <RetentionForm stored={query.data} /> : <QueryState query={query} />
}

function RetentionForm({ stored }: { readonly stored: Retention }) {
  const { t, i18n } = useTranslation(['sources', 'common'])
  const { api } = useUnit($services)
  const { change, busy, notice } = useChange()
  const [rules, setRules] = useState<readonly NamedRule[]>(withGeneralRule(stored.rules))
  const [ownRows, setOwnRows] = useState<readonly OwnRuleRow[]>(() => ownRuleRows(stored.own))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [dryRun, setDryRun] = useState<DryRun | null>(null)
  const input = () => ({ rules: boundedRules(rules), own: ownRules(ownRows) })
  const look = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (ownRows.some((row) => ownRuleProblem(row, ownRows) !== null)) return
    change('look', async () => {
      setDryRun((await api.retention.dryRun(input())).data)
      return t('admin.retention.looked')
    })
  }
  const save = () =>
    change('save', async () => {
      await api.retention.update(input())
      setIsSubmitted(false)
      return t('admin.retention.saved')
    })
  const ageOf = useAges()
  return (
    <>
      <section>
        <h2>{t('admin.retention.title')}</h2>
        <p className="admin-hint">{t('admin.retention.hint')}</p>
        {notice}
        <form className="admin-form" onSubmit={look}>
          <RetentionFields rules={rules} onChange={setRules} />
          <h3>{t('admin.retention.own')}</h3>
          <p className="admin-hint">{t('admin.retention.ownHint')}</p>
          <OwnRetentionFields rows={ownRows} onChange={setOwnRows} isSubmitted={isSubmitted} />
          <div className="ui-buttons">
            <Button variant="primary" type="submit" busy={busy === 'look' || busy === 'save'}>
              {t('admin.retention.look')}
            </Button>
          </div>
        </form>
      </section>
      <section>
        <h2>{t('admin.retention.runs')}</h2>
        {stored.runs.length === 0 && <p>{t('admin.retention.noRuns')}</p>}
        <ul className="admin-list">
          {stored.runs.map(({ at, entries }) => {
            const { when, full } = ageOf(at)
            return (
              <li key={at} title={full}>
                {t('admin.retention.run', { when, count: entries })}
              </li>
            )
          })}
        </ul>
      </section>
      {dryRun && (
        <ConfirmDialog
          open
          variant="warning"
          title={t('admin.retention.saveTitle')}
          description={describe(dryRun)}
          confirmLabel={t('common:action.save')}
          cancelLabel={t('common:action.cancel')}
          onConfirm={() => {
            setDryRun(null)
            save()
          }}
          onCancel={() => setDryRun(null)}
        />
      )}
    </>
  )

  function describe({ entries, most }: DryRun): string {
    if (entries === 0) return t('admin.retention.nothing')
    const feeds = most.map(({ title, entries: count }) =>
      t('admin.retention.ofFeed', { title: title ?? t('admin.retention.privateFeed'), count }),
    )
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(feeds)
    return `${t('admin.retention.would', { count: entries })} ${list}`
  }
}
