import './embed-dialog.css'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { safeHref } from '../../core/safe-href.ts'
import { embedOfAddress } from '../../model/player/embeds.ts'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { createSiteFrame } from './site-frame.ts'

export const propsSchema = z.object({
  /** Of the video's page on its site. */
  page: z.string(),
  title: z.string(),
})
export type EmbedProps = z.infer<typeof propsSchema>

/** A video on its site's own player. Nothing is loaded from the site before the user asks for it by opening this. */
export default function EmbedDialog({ page, title, onClose }: EmbedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const embed = useMemo(() => embedOfAddress(page), [page])
  const frame = useCallback(
    (box: HTMLElement | null) => {
      const created = box && createSiteFrame(page)
      if (created) box.replaceChildren(created)
    },
    [page],
  )
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={title || (embed?.provider ?? '')}
      closeLabel={t('common:action.close')}
    >
      {embed && <div ref={frame} className="player-embed" />}
      <p className="player-embed-page">
        <a href={safeHref(page)} target="_blank" rel="noopener noreferrer">
          {t('player.openOnSite', { site: embed?.provider })}
        </a>
      </p>
    </Dialog>
  )
}
