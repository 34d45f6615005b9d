import './rules.css'
import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { z } from 'zod'
import { screenRequested } from '../../model/location/index.ts'
import { $services } from '../../model/services.ts'
import { Button, Dialog, EmptyState, RelativeTime, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { useResultDescription } from './use-result-description.ts'

export const propsSchema = z.object({ entryId: z.string() })
export type RuleActsProps = z.infer<typeof propsSchema>

/** The rules that acted on an entry, what they did, and the way to each. */
export default function RuleActsDialog({
  entryId,
  onClose,
}: RuleActsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common', 'errors', 'lang'])
  const describe = useResultDescription()
  const { services, open } = useUnit({ services: $services, open: screenRequested })
  const acts = useQuery({
    queryKey: ['actions', 'acts', entryId],
    queryFn: async () => (await services.api.actions.acts({ entryId })).data,
    staleTime: 0,
    gcTime: 0,
  })
  const go = (path: string) => {
    onClose()
    open({ path })
  }
  return (
    <Dialog
      open
      size="small"
      title={t('rules.acts.title')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={<Button onClick={() => go('/action')}>{t('rules.acts.all')}</Button>}
    >
      {acts.isPending && <SkeletonText lines={2} />}
      {acts.isError && (
        <RetryNotice onRetry={() => acts.refetch()}>{errorMessage(acts.error, t)}</RetryNotice>
      )}
      {acts.data?.length === 0 && (
        <EmptyState title={t('rules.acts.none')} description={t('rules.acts.noneWords')} />
      )}
      <ul className="rule-acts">
        {acts.data?.map(({ name, position, cause, result, at }) => (
          <li key={`${name} ${at} ${position}`}>
            <div>
              <strong>{name || t('rules.unnamed')}</strong>
              <span>
                {describe(result)
                  .map(({ key, values }) => t(key, values ?? {}))
                  .join(' · ')}
              </span>
              <span className="rules-hint">
                {t(`rules.acts.causes.${cause}`)} · <RelativeTime at={at} />
                {position === null && ` · ${t('rules.acts.gone')}`}
              </span>
            </div>
            {position !== null && (
              <Button size="small" onClick={() => go(`/action?rule=${position}`)}>
                {t('rules.acts.open')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
