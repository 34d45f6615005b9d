import { useUnit } from 'effector-react'
import { z } from 'zod'
import { safeHref } from '../../core/safe-href.ts'
import { $announcement } from '../../model/announcement/index.ts'
import { Dialog, EmptyState, Prose, SkeletonText, useTranslation } from '../../ui/index.ts'
import { useConfigs } from '../session/index.ts'
import { paragraphsOf } from './paragraphs-of.ts'

/** The dialog takes no props. */
export const propsSchema = z.object({})

/** What the server announces. */
export default function AnnouncementDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const announcement = useUnit($announcement)
  const configs = useConfigs()
  return (
    <Dialog
      open
      title={announcement?.title ?? t('announcement.title')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {announcement ? (
        <Prose>
          {paragraphsOf(announcement.content).map((parts, at) => (
            <p key={at} dir="auto">
              {parts.map(({ text, href }, position) =>
                href ? (
                  <a key={position} href={safeHref(href)} target="_blank" rel="noopener noreferrer">
                    {text}
                  </a>
                ) : (
                  text
                ),
              )}
            </p>
          ))}
        </Prose>
      ) : configs === null ? (
        <SkeletonText lines={3} />
      ) : (
        <EmptyState title={t('announcement.none')} />
      )}
    </Dialog>
  )
}
