import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { TokenUse } from '../../../contract/token-uses.ts'
import { $services } from '../../../model/services.ts'
import { Button, SkeletonText, toastError, useTranslation } from '../../../ui/index.ts'
import { errorMessage, RetryNotice } from '../../error-message/index.ts'
import { Row } from './row.tsx'
import { textOfUse } from './text-of-use.ts'
import { useDay } from './use-day.ts'

/** What apps have changed with their passwords, the newest first, with its undo. */
export function AppUses() {
  const { t } = useTranslation(['settings', 'errors'])
  const { api } = useUnit($services)
  const day = useDay()
  const list = useQuery({
    queryKey: ['token-uses'],
    queryFn: async () => (await api.tokenUses.list({ changes: 'true' })).data,
  })
  const undo = ({ id }: TokenUse) =>
    void api.tokenUses.undo({ id }).then(
      () => list.refetch(),
      (failure: unknown) => void toastError(errorMessage(failure, t)),
    )
  if (list.isPending) return <SkeletonText lines={2} />
  if (list.isError)
    return (
      <RetryNotice onRetry={() => list.refetch()}>
        {t('account.uses.failed', { reason: errorMessage(list.error, t) })}
      </RetryNotice>
    )
  if (list.data.length === 0) return <p className="ui-field-hint">{t('account.uses.none')}</p>
  return (
    <ul className="settings-rows">
      {list.data.map((use) => (
        <Row
          key={use.id}
          title={textOfUse(use, t)}
          detail={[use.token, t(`account.uses.entrance.${use.entrance}`), day(use.at)].join(' · ')}
        >
          {use.undo === 'possible' && (
            <Button size="small" onClick={() => undo(use)}>
              {t('account.uses.undo')}
            </Button>
          )}
          {use.undo === 'done' && <span className="ui-field-hint">{t('account.uses.undone')}</span>}
        </Row>
      ))}
    </ul>
  )
}
