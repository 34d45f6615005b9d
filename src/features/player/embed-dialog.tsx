import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { safeHref } from '../../core/safe-href.ts'
import { embedOfAddress, type Embed } from '../../model/player/embeds.ts'
import { Dialog, useTranslation } from '../../ui/index.ts'

export const embedSchema = z.object({
  /** Of the video's page on its site. */
  page: z.string(),
  title: z.string(),
})
export type EmbedProps = z.infer<typeof embedSchema>

/** A video on its site's own player. Nothing is loaded from the site before the user asks for it by opening this. */
export function EmbedDialog({ page, title, onClose }: EmbedProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const embed = useMemo(() => embedOfAddress(page), [page])
  const frame = useCallback(
    (box: HTMLElement | null) => {
      if (box && embed) box.replaceChildren(frameOf(embed))
    },
    [embed],
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

/** The frame may run scripts, as a player must, but not reach this page: it is of another origin. */
function frameOf({ address, provider }: Embed): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = provider
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  return frame
}
