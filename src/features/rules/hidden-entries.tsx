import { useMutation, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { pastChanged } from '../../model/rules/index.ts'
import { $services } from '../../model/services.ts'
import { safeHref } from '../../core/safe-href.ts'
import { Button, Notice, SkeletonText, StarIcon, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { EntryLinks } from './entry-links.tsx'

/** The entries that rules hide. A star shows one in the reader again. */
export function HiddenEntries() {
  const { t } = useTranslation(['app', 'errors'])
  const { services, changed } = useUnit({ services: $services, changed: pastChanged })
  const { api } = services
  const hidden = useQuery({
    queryKey: ['actions', 'hidden'],
    queryFn: async () => (await api.actions.hidden({})).data,
    staleTime: 0,
  })
  const show = useMutation({
    mutationFn: (entryId: string) => api.collections.add({ entryId, view: 0 }),
    onSuccess: () => {
      changed()
      return hidden.refetch()
    },
  })
  if (hidden.isPending) return <SkeletonText lines={3} />
  if (hidden.isError)
    return <RetryNotice onRetry={() => hidden.refetch()}>{errorMessage(hidden.error, t)}</RetryNotice>
  if (hidden.data.length === 0) return <p className="rules-hint">{t('rules.hidden.none')}</p>
  return (
    <>
      <p className="rules-hint">{t('rules.hidden.words')}</p>
      {show.error !== null && <Notice tone="danger">{errorMessage(show.error, t)}</Notice>}
      <EntryLinks
        entries={hidden.data}
        renderDetails={({ id, url, rules }) => (
          <span className="rule-entry-actions">
            {t('rules.hidden.by', { names: rules.map((name) => name || t('rules.unnamed')).join(', ') })}
            <Button size="small" icon={<StarIcon />} busy={show.isPending} onClick={() => show.mutate(id)}>
              {t('rules.hidden.star')}
            </Button>
            {url !== null && (
              <a href={safeHref(url)} target="_blank" rel="noopener noreferrer">
                {t('rules.hidden.open')}
              </a>
            )}
          </span>
        )}
      />
    </>
  )
}
