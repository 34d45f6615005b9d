import { useUnit } from 'effector-react'
import { z } from 'zod'
import { toPath } from '../../model/location/index.ts'
import { basePath } from '../../core/base-path.ts'
import { isView, type View } from '../../contract/views.ts'
import { safeHref } from '../../core/safe-href.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { Button, CopyIcon, Dialog, LinkIcon, useTranslation } from '../../ui/index.ts'

export const propsSchema = z.object({
  id: z.string(),
  feedId: z.string(),
  view: z.custom<View>((view) => typeof view === 'number' && isView(view)),
  title: z.string(),
  url: z.string(),
})
export type ShareProps = z.infer<typeof propsSchema>

/** Ways to share an entry, where the system offers none of its own. */
export default function ShareDialog({ onClose, ...entry }: ShareProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const copy = useUnit(textCopied)
  const addresses = shareAddresses(entry, location.origin + basePath)
  const options = [
    { label: t('share.copyLink'), hint: addresses.page, text: addresses.page, icon: <LinkIcon /> },
    {
      label: t('share.copyTitleAndLink'),
      hint: entry.title,
      text: addresses.titleAndPage,
      icon: <CopyIcon />,
    },
    {
      label: t('share.copyReaderLink'),
      hint: t('share.readerHint'),
      text: addresses.reader,
      icon: <LinkIcon />,
    },
    {
      label: t('share.copyPublicPage'),
      hint: t('share.publicHint'),
      text: addresses.publicPage,
      icon: <LinkIcon />,
    },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('share.title')}
      description={entry.title || entry.url}
      closeLabel={t('common:action.close')}
    >
      <ul className="entry-share">
        {options.map(({ label, hint, text, icon }, index) => (
          <li key={label}>
            <Button
              wide
              icon={icon}
              autoFocus={index === 0}
              onClick={() => {
                copy(text)
                onClose()
              }}
            >
              {label}
            </Button>
            <small>{hint}</small>
          </li>
        ))}
        <li>
          <a className="ui-button" data-variant="plain" data-wide href={safeHref(addresses.email)}>
            <span className="ui-button-label">{t('share.email')}</span>
          </a>
        </li>
      </ul>
    </Dialog>
  )
}

type SharedEntry = {
  readonly id: string
  readonly feedId: string
  readonly view: View
  readonly title: string
  /** Address of the entry's own page. */
  readonly url: string
}

/** The addresses by which an entry can be shared. @param origin of this server */
export const shareAddresses = ({ id, feedId, view, title, url }: SharedEntry, origin: string) => ({
  page: url,
  titleAndPage: title ? `${title}\n${url}` : url,
  /** Opens the entry in the reader (client-facts 2). */
  reader: `${origin}${toPath({ view, source: { kind: 'feed', id: feedId }, entryId: id })}?share=1`,
  /** Needs no account; see server/public-pages. */
  publicPage: `${origin}/share/entries/${encodeURIComponent(id)}`,
  email: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
})
