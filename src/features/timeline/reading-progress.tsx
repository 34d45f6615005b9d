import { useUnit } from 'effector-react'
import { $readingProgress } from '../../model/reading-list/index.ts'
import { Button, DoneIcon, EmptyState, TimeIcon, useTranslation } from '../../ui/index.ts'
import { Hint } from './hint.tsx'

/** How much of the reading list is read, and how many minutes are left; at its end, that it is done. */
export function ReadingProgress() {
  const { t } = useTranslation()
  const progress = useUnit($readingProgress)
  if (progress === null) return null
  const { total, read, minutesLeft } = progress
  return (
    <span className="reading-progress" role="status" data-done={read === total || undefined}>
      {read === total ? (
        <>
          <DoneIcon aria-hidden="true" /> {t('readingList.done')}
        </>
      ) : (
        t('readingList.progress', { read, total, count: minutesLeft })
      )}
    </span>
  )
}

/** The end of the reading list. */
export function ReadingEnd() {
  const { t } = useTranslation()
  const progress = useUnit($readingProgress)
  if (progress === null) return null
  const { total, read, minutes } = progress
  if (read < total) return <div className="timeline-foot">{t('readingList.end')}</div>
  return (
    <div className="timeline-foot">
      {t('readingList.doneAll', { count: total, minutes })}
      <Button size="small" commandId="reading:read-for">
        {t('readingList.another')}
      </Button>
    </div>
  )
}

/** No list was made, or none of its entries is stored here any more. */
export function NoReadingList() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<TimeIcon />}
      title={t('readingList.empty')}
      description={t('readingList.emptyWords')}
      hint={<Hint id="reading:read-for" />}
    />
  )
}
