import { Notice, Progress, useTranslation } from '../../ui/index.ts'
import type { FollowProgress } from './follow-progress.ts'

/** How far following many feeds is, and which of them were refused. */
export function FollowProgressView({ progress }: { readonly progress: FollowProgress }) {
  const { t } = useTranslation('app')
  const { total, waiting, followed, failed } = progress
  const done = total - waiting.length
  return (
    <div role="status">
      {waiting.length > 0 ? (
        <Progress label={t('firstRun.following', { done, total })} value={done / total} />
      ) : (
        <Notice tone={failed.length > 0 ? 'warning' : 'success'}>
          {followed.length > 0 && t('firstRun.followed', { count: followed.length })}{' '}
          {failed.length > 0 &&
            `${t('firstRun.failed', { count: failed.length })} ${failed.map(({ title }) => title).join(', ')}`}
        </Notice>
      )}
    </div>
  )
}
