import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import type { Rule } from '../../contract/actions.ts'
import type { Output } from '../../contract/calls.ts'
import { pastChanged } from '../../model/rules/index.ts'
import { refetchChanged } from '../../model/refetch-changed.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, RelativeTime, UndoIcon, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { DEFAULT_DAYS, DryRunPanel } from './dry-run-panel.tsx'

type Run = Output<'actions.runs'>['data'][number]
/** Interval at which a run under way is looked at, ms. */
const POLL_MS = 1000
const RUNS_KEY = ['actions', 'runs']

/** Tries all rules on the past, applies them to it, and undoes that. */
export function PastPanel({ rules }: { readonly rules: readonly Rule[] }) {
  const { t } = useTranslation(['app', 'errors'])
  const { services, changed } = useUnit({ services: $services, changed: pastChanged })
  const { api } = services
  const client = useQueryClient()
  const [days, setDays] = useState<number>(DEFAULT_DAYS)
  const runs = useQuery({
    queryKey: RUNS_KEY,
    queryFn: async () => (await api.actions.runs({})).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
  })
  const apply = useMutation({
    mutationFn: () => api.actions.run({ days }, { idempotencyKey: services.newId() }),
    onSuccess: () => refetchChanged(client, RUNS_KEY),
  })
  const undo = useMutation({
    mutationFn: (run: string) => api.actions.undoRun({ run }),
    onSuccess: () => {
      changed()
      return runs.refetch()
    },
  })
  const isBusy = runs.data?.some(isRunning) === true
  // The timeline and its counts are others once a run has ended.
  useEffect(() => {
    if (isBusy) return () => changed()
    return undefined
  }, [isBusy, changed])
  const error = apply.error ?? undo.error ?? runs.error
  return (
    <>
      <p className="rules-hint">{t('rules.past.words')}</p>
      <DryRunPanel rules={rules} days={days} onDays={setDays} />
      <div className="dry-run-bar">
        <Button busy={apply.isPending || isBusy} disabled={rules.length === 0} onClick={() => apply.mutate()}>
          {t('rules.past.apply', { count: days })}
        </Button>
      </div>
      <p className="rules-hint">{t('rules.past.applyHint')}</p>
      {error !== null && <Notice tone="danger">{errorMessage(error, t)}</Notice>}
      <ul className="rule-runs" aria-label={t('rules.past.runs')}>
        {runs.data?.map((run) => (
          <li key={run.id}>
            <RunRow run={run} busy={undo.isPending} onUndo={() => undo.mutate(run.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

const isRunning = ({ state }: Run): boolean => state === 'running'

type RunRowProps = { readonly run: Run; readonly busy: boolean; readonly onUndo: () => void }

function RunRow({ run, busy, onUndo }: RunRowProps) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <>
      <span>
        <strong>{t(`rules.past.states.${run.state}`)}</strong>{' '}
        {t('rules.past.runFacts', { examined: run.examined, touched: run.touched })} ·{' '}
        <RelativeTime at={run.createdAt} />
      </span>
      {run.state !== 'undone' && (
        <Button size="small" icon={<UndoIcon />} busy={busy} onClick={onUndo}>
          {t('common:action.undo')}
        </Button>
      )}
    </>
  )
}
