import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../../model/services.ts'
import { Button, SkeletonText, toastError, useTranslation } from '../../../ui/index.ts'
import { errorMessage, RetryNotice } from '../../shared/error-message/index.ts'
import { deviceName } from './device-name.ts'
import { Row } from './row.tsx'
import { useDay } from './use-day.ts'

/** The user's sessions, each of which can be ended. */
export function Sessions() {
  const { t } = useTranslation(['settings', 'errors', 'common'])
  const day = useDay()
  const services = useUnit($services)
  const { api } = services
  const list = useQuery({
    queryKey: ['session', 'list'],
    queryFn: async () => ({
      own: (await api.session.get({}))?.session.token ?? null,
      all: await api.auth.sessions(),
    }),
    staleTime: 0,
    retry: false,
  })
  const end = (request: Promise<unknown>) =>
    request.then(
      () => void list.refetch(),
      (failure: unknown) => void toastError(errorMessage(failure, t)),
    )
  if (list.isPending) return <SkeletonText lines={2} />
  if (list.isError)
    return (
      <RetryNotice onRetry={() => list.refetch()}>
        {t('account.sessionsFailed', { reason: errorMessage(list.error, t) })}
      </RetryNotice>
    )
  const { own, all } = list.data
  return (
    <>
      <ul className="settings-rows">
        {all.map((one) => (
          <Row
            key={one.id}
            title={deviceName(one.userAgent ?? '') ?? t('account.unknownDevice')}
            detail={`${t('account.since', { when: day(one.createdAt) })} ${one.ipAddress ?? ''}`}
          >
            {one.token === own ? (
              <span className="ui-field-hint">{t('account.thisDevice')}</span>
            ) : (
              <Button size="small" onClick={() => void end(api.auth.revokeSession({ token: one.token }))}>
                {t('account.endSession')}
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {all.length > 1 && (
        <Button onClick={() => void end(api.auth.revokeOtherSessions())}>{t('account.endOthers')}</Button>
      )}
    </>
  )
}
