import { useUnit } from 'effector-react'
import { useState } from 'react'
import { z } from 'zod'
import { rsshubUseFx, rsshubUseRequested } from '../../model/rsshub/index.ts'
import {
  Button,
  Dialog,
  ErrorState,
  Notice,
  PowerIcon,
  Select,
  SkeletonText,
  useCurrentMinute,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import { useRsshubInstance } from './use-rsshub.ts'

export const rsshubSchema = z.object({ id: z.string() })
export type RsshubProps = z.infer<typeof rsshubSchema>

/** The server sells at most so many months at once (wire-contract 15). */
const MAX_MONTHS = 12

/** Pays for the use of an instance by the month; a running purchase is extended. */
export function UseRsshubDialog({ id, onClose }: RsshubProps & { readonly onClose: () => void }) {
  const { t, i18n } = useTranslation(['people', 'common', 'errors'])
  const { use, busy } = useUnit({ use: rsshubUseRequested, busy: rsshubUseFx.pending })
  const [months, setMonths] = useState(1)
  const now = useCurrentMinute()
  const query = useRsshubInstance(id)
  const { instance, purchase } = query.data ?? {}
  const price = instance?.price ?? 0
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  const day = (iso: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(iso))
  const isRunning = purchase ? Date.parse(purchase.expiresAt) > now : false
  return (
    <Dialog
      open
      size="small"
      title={t('rsshub.payTitle')}
      description={instance?.description ?? undefined}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={!instance} onClick={() => use({ id, months })}>
            {t('rsshub.pay', { price: number(price * months) })}
          </Button>
        </>
      }
    >
      {query.isPending && <SkeletonText lines={3} />}
      {query.isError && (
        <ErrorState
          title={t('rsshub.failed')}
          description={errorMessage(query.error, t)}
          actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
        />
      )}
      {instance && (
        <div className="rsshub-form">
          <Notice tone="accent" icon={<PowerIcon />}>
            {t('rsshub.payWords', { price: number(price) })}
          </Notice>
          {isRunning && purchase && <p>{t('rsshub.paidUntil', { when: day(purchase.expiresAt) })}</p>}
          <Select
            label={t('rsshub.months')}
            value={String(months)}
            choices={Array.from({ length: MAX_MONTHS }, (_, at) => ({
              value: String(at + 1),
              label: t('rsshub.monthCount', { count: at + 1 }),
            }))}
            onChange={(value) => setMonths(Number(value))}
          />
        </div>
      )}
    </Dialog>
  )
}
