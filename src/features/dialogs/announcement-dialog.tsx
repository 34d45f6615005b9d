import { useUnit } from 'effector-react'
import { z } from 'zod'
import { safeHref, webAddress } from '../../core/safe-href.ts'
import { $announcement } from '../../model/announcement/index.ts'
import { Dialog, EmptyState, Prose, SkeletonText, useTranslation } from '../../ui/index.ts'
import { useConfigs } from '../session/index.ts'

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

type TextPart = { readonly text: string; readonly href?: string }

/** `[text](address)`, or an address alone without the punctuation that ends its sentence. */
const LINK = /\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|https?:\/\/[^\s<>()]*[^\s<>().,;:!?]/g

/** The paragraphs of Markdown, each as plain text and links. */
export const paragraphsOf = (markdown: string): readonly (readonly TextPart[])[] =>
  markdown
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map(partsOf)

function partsOf(paragraph: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of paragraph.matchAll(LINK)) {
    const [whole, label, target = whole] = match
    const href = webAddress(target)
    if (match.index > end) parts.push({ text: paragraph.slice(end, match.index) })
    parts.push({ text: label ?? whole, ...(href && { href }) })
    end = match.index + whole.length
  }
  return end < paragraph.length ? [...parts, { text: paragraph.slice(end) }] : parts
}
