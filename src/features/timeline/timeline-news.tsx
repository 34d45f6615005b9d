import { useUnit } from 'effector-react'
import { $feedCheck } from '../../model/feed-checks/index.ts'
import { $newEntries } from '../../model/timeline/index.ts'
import { Delayed, Kbd, NewerIcon, Pill, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'

/** Above the list: how far the server is with looking for new entries, then how many there are. */
export function TimelineNews() {
  const { t } = useTranslation()
  const { fresh, check } = useUnit({ fresh: $newEntries, check: $feedCheck })
  const keys = useCommandPresentation()('timeline:show-new')?.keys
  return (
    <div className="timeline-news" role="status">
      {fresh ? (
        <Pill icon={<NewerIcon />} commandId="timeline:show-new">
          {fresh.count === null ? t('timeline.newSome') : t('timeline.new', { count: fresh.count })}
          {keys && <Kbd keys={keys} />}
        </Pill>
      ) : (
        check && (
          <Delayed>
            <span className="timeline-checking">
              {check.total === 1 ? t('timeline.checkingOne') : t('timeline.checking', check)}
            </span>
          </Delayed>
        )
      )}
    </div>
  )
}
