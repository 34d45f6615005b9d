import { parseQuery } from '../../contract/query/parse.ts'
import { Button, EmptyState, ErrorState, useTranslation } from '../../ui/index.ts'

/** A search without entries: nothing matches, or why its query cannot be read. */
export default function EmptySearch({ query }: { readonly query: string }) {
  const { t } = useTranslation()
  const edit = <Button commandId="search:open">{t('timeline.editSearch')}</Button>
  const parsed = parseQuery(query)
  if (parsed.ok)
    return (
      <EmptyState
        title={t('timeline.noMatches')}
        description={t('timeline.noMatchesOf', { query })}
        actions={edit}
      />
    )
  const { code, values, position } = parsed.error
  return (
    <ErrorState
      title={t('timeline.unreadableQuery')}
      description={
        <>
          {t(`query.errors.${code}`, { ...values })}
          <code className="timeline-query">
            {query.slice(0, position)}
            <mark>{query.slice(position) || '…'}</mark>
          </code>
        </>
      }
      actions={edit}
    />
  )
}
