import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type ComponentType } from 'react'
import type { z } from '../../src/plugin-api/manifest.ts'
import {
  Button,
  Dialog,
  ErrorState,
  Icon,
  Notice,
  Select,
  SkeletonText,
  useCurrentMinute,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { instanceProps } from './dialog-props.ts'
import type { RsshubModel } from './model.ts'
import { useInstance } from './queries.ts'
import './rsshub.css'

/** The server sells at most so many months at once (wire-contract 15). */
const MAX_MONTHS = 12

type UseProps = z.output<typeof instanceProps> & { readonly onClose: () => void }

/** Pays for the use of an instance by the month; a running purchase is extended. */
export const createUseDialog = (model: RsshubModel): ComponentType<UseProps> =>
  function UseDialog({ id, onClose }) {
    const { t, i18n } = useTranslation('rsshub')
    const failure = useFailure('rsshub')
    const use = useUnit(model.useFx)
    const [months, setMonths] = useState(1)
    const now = useCurrentMinute()
    const query = useInstance(model, id)
    const { instance, purchase } = query.data ?? {}
    const price = instance?.price ?? 0
    const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
    const day = (iso: string) =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(iso))
    const isRunning = purchase ? Date.parse(purchase.expiresAt) > now : false
    // The model shows failures.
    const { mutate, isPending } = useMutation({
      mutationFn: () => use({ id, months }),
      onSuccess: (used) => used !== null && onClose(),
    })
    return (
      <Dialog
        open
        size="small"
        title={t('payTitle')}
        description={instance?.description ?? undefined}
        closeLabel={t('close')}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button variant="primary" busy={isPending} disabled={!instance} onClick={() => mutate()}>
              {t('pay', { price: number(price * months) })}
            </Button>
          </>
        }
      >
        {query.isPending && <SkeletonText lines={3} />}
        {query.isError && (
          <ErrorState
            title={t('failed')}
            description={failure(query.error)}
            actions={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}
          />
        )}
        {instance && (
          <div className="ui-stack rsshub-form">
            <Notice tone="accent" icon={<Icon name="zap" />}>
              {t('payWords', { price: number(price) })}
            </Notice>
            {isRunning && purchase && <p>{t('paidUntil', { when: day(purchase.expiresAt) })}</p>}
            <Select
              label={t('months')}
              value={String(months)}
              choices={Array.from({ length: MAX_MONTHS }, (_, at) => ({
                value: String(at + 1),
                label: t('monthCount', { count: at + 1 }),
              }))}
              onChange={(value) => setMonths(Number(value))}
            />
          </div>
        )}
      </Dialog>
    )
  }
