import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { formatBytes } from '../../ui/format/bytes.ts'
import { Button, Notice, useTranslation } from '../../ui/index.ts'
import { useAges } from './ages.tsx'
import { QueryState } from './query-state.tsx'
import { useChange } from './use-change.tsx'

/** Sign-up, storage, fetches and the process in figures, and the checks that an admin may run. */
export function Overview() {
  const { t, i18n } = useTranslation('sources')
  const { api } = useUnit($services)
  const { change, busy, notice } = useChange()
  const query = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: async () => ({
      ...(await api.admin.overview({})).data,
      ...(await api.metrics.pools({})).data,
      database: (await api.probes.postgresql({})).data,
    }),
    staleTime: 0,
    retry: false,
  })
  const ageOf = useAges()
  if (!query.data) return <QueryState query={query} />
  const { signUp, storage, rows, fetches, backups, process, database } = query.data
  const dated = (iso: string) => {
    const { when, full } = ageOf(iso)
    return { value: when, full }
  }
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  const clean = () =>
    change('clean', async () => {
      const { data } = await api.admin.clean({})
      return t('admin.cleaned', { count: Object.values(data).reduce((sum, count) => sum + count, 0) })
    })
  return (
    <>
      <section>
        <h2>{t('admin.signUp.title')}</h2>
        <p>
          {t(`admin.signUp.${signUp.mode}`)} {signUp.trial && t('admin.signUp.trial')}
        </p>
        <p className="admin-hint">{t('admin.signUp.hint')}</p>
      </section>
      <section>
        <h2>{t('admin.storage')}</h2>
        <dl className="admin-figures">
          <Figure name={t('admin.size')} value={formatBytes(storage.bytes, i18n)} />
          <Figure name={t('admin.database')} value={storage.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} />
          <Figure
            name={t('admin.latency')}
            value={t('admin.milliseconds', { value: number(database.milliseconds) })}
          />
          <Figure name={t('admin.rows.users')} value={number(rows.users)} />
          <Figure name={t('admin.rows.sessions')} value={number(rows.sessions)} />
          <Figure name={t('admin.rows.subscriptions')} value={number(rows.subscriptions)} />
          <Figure name={t('admin.rows.feeds')} value={number(rows.feeds)} />
          <Figure name={t('admin.rows.entries')} value={number(rows.entries)} />
        </dl>
      </section>
      <section>
        <h2>{t('admin.fetches.title')}</h2>
        <dl className="admin-figures">
          <Figure name={t('admin.fetches.checked')} value={number(fetches.checked)} />
          <Figure name={t('admin.fetches.due')} value={number(fetches.due)} />
          <Figure name={t('admin.fetches.failing')} value={number(fetches.failing)} />
          <Figure name={t('admin.fetches.gone')} value={number(fetches.gone)} />
        </dl>
      </section>
      <section>
        <h2>{t('admin.backups.title')}</h2>
        {backups.last?.message && (
          <Notice tone="danger">{t('admin.backups.failed', { reason: backups.last.message })}</Notice>
        )}
        {backups.last ? (
          <dl className="admin-figures">
            <Figure name={t('admin.backups.last')} {...dated(backups.last.at)} />
            <Figure
              name={t('admin.backups.restored')}
              {...(backups.restoredAt === null
                ? { value: t('admin.backups.never') }
                : dated(backups.restoredAt))}
            />
            {backups.last.bytes !== null && (
              <Figure name={t('admin.size')} value={formatBytes(backups.last.bytes, i18n)} />
            )}
          </dl>
        ) : (
          <p>{t(backups.isOn ? 'admin.backups.waiting' : 'admin.backups.off')}</p>
        )}
        <p className="admin-hint">{t('admin.backups.hint')}</p>
      </section>
      <section>
        <h2>{t('admin.process.title')}</h2>
        <dl className="admin-figures">
          <Figure name={t('admin.process.memory')} value={formatBytes(process.memoryBytes, i18n)} />
          <Figure
            name={t('admin.process.uptime')}
            value={t('admin.process.minutes', { count: Math.round(process.uptimeSeconds / 60) })}
          />
          <Figure name={t('admin.process.listeners')} value={number(process.listeners)} />
        </dl>
      </section>
      <section>
        <h2>{t('admin.checks')}</h2>
        {notice}
        <div className="ui-buttons">
          <Button busy={busy === 'clean'} onClick={() => clean()}>
            {t('admin.clean')}
          </Button>
        </div>
      </section>
    </>
  )
}

type FigureProps = {
  readonly name: string
  readonly value: string
  /** Shown while the pointer rests on it. */
  readonly full?: string
}

function Figure({ name, value, full }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={full}>{value}</dd>
    </div>
  )
}
