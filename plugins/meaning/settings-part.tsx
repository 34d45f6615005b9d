import { useUnit } from 'effector-react'
import { useEffect, useState, type ComponentType } from 'react'
import type { ClientHost } from '../../src/plugin-api/client.ts'
import {
  Button,
  ConfirmDialog,
  Icon,
  Notice,
  RelativeTime,
  SkeletonText,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import { calls, type Status } from './contract.ts'
import './meaning.css'

/** What is computed, what it costs, and how to be rid of it. */
export const createSettingsPart = ({
  call,
  $settings,
}: Pick<ClientHost, 'call' | '$settings'>): ComponentType =>
  function SettingsPart() {
    const { t, i18n } = useTranslation(['meaning', 'common'])
    const failure = useFailure('meaning')
    const settings = useUnit($settings)
    const [status, setStatus] = useState<Status | null>(null)
    const [error, setError] = useState<unknown>(null)
    const [reads, setReads] = useState(0)
    const [asks, setAsks] = useState(false)
    useEffect(() => {
      let current = true
      call(calls.status)({}).then(
        (received) => current && (setStatus(received), setError(null)),
        (cause: unknown) => current && setError(cause),
      )
      return () => {
        current = false
      }
    }, [reads, settings])
    if (status === null)
      return error ? <Notice tone="warning">{failure(error)}</Notice> : <SkeletonText lines={3} />
    const price = Number(settings['pricePerMillion'] ?? 0)
    const number = (value: number) => value.toLocaleString(i18n.language)
    const spent = ({ entries, tokens }: Status['today']) => {
      const cost = ((tokens * price) / 1_000_000).toLocaleString(i18n.language, {
        maximumSignificantDigits: 2,
      })
      const facts = { count: entries, entries: number(entries), tokens: number(tokens), cost }
      return t(price > 0 ? 'spentFor' : 'spent', facts)
    }
    const forget = () =>
      call(calls.forget)({}).then(
        () => setReads((before) => before + 1),
        (cause: unknown) => setError(cause),
      )
    return (
      <div className="meaning-status">
        {error !== null && <Notice tone="warning">{failure(error)}</Notice>}
        {status.service === null ? (
          <Notice>{t('notSetUp')}</Notice>
        ) : (
          <>
            <p className="ui-field-hint">{t(`uses.${status.service}`, { model: status.model })}</p>
            <p className="ui-field-hint">
              {t(status.isBehind ? 'comparableSoFar' : 'comparable', {
                count: status.entries,
                entries: number(status.entries),
              })}
            </p>
            {status.waitUntil !== null && (
              <p className="ui-field-hint">
                {t('waits')} <RelativeTime at={status.waitUntil} />
              </p>
            )}
            <p className="ui-field-hint">{`${t('today')} ${spent(status.today)}`}</p>
            <p className="ui-field-hint">{`${t('month')} ${spent(status.month)}`}</p>
          </>
        )}
        {status.entries > 0 && (
          <Button icon={<Icon name="delete" />} onClick={() => setAsks(true)}>
            {t('forget')}
          </Button>
        )}
        <ConfirmDialog
          open={asks}
          variant="danger"
          title={t('forgetTitle')}
          description={t('forgetText', { count: status.entries, entries: number(status.entries) })}
          confirmLabel={t('forget')}
          cancelLabel={t('common:action.cancel')}
          onConfirm={() => {
            setAsks(false)
            void forget()
          }}
          onCancel={() => setAsks(false)}
        />
      </div>
    )
  }
