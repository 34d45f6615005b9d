import { useUnit } from 'effector-react'
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { Lightbox, type ZoomRef } from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { z } from 'zod'
import { safeSource } from '../../core/safe-href.ts'
import { $appearance } from '../../model/settings/index.ts'
import { usePictureAddresses, useTranslation } from '../../ui/index.ts'

export const picturesSchema = z.object({
  pictures: z.array(
    z.object({
      src: z.string(),
      alt: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
  index: z.number(),
})
export type PicturesProps = z.infer<typeof picturesSchema>

/** In place of a picture whose address is not known yet. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** The pictures of an entry over the whole window. Arrow keys change the picture, + - and 0 its size, Escape closes. */
export function PicturesDialog({
  pictures,
  index,
  onClose,
}: PicturesProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { reduceMotion } = useUnit($appearance)
  const zoom = useRef<ZoomRef>(null)
  const addresses = usePictureAddresses(useMemo(() => pictures.map(({ src }) => src), [pictures]))
  const pressed = ({ key }: KeyboardEvent) => {
    if (key === '0') zoom.current?.changeZoom(1)
    if (key === '=') zoom.current?.zoomIn()
  }
  return (
    <Lightbox
      // Drawn anew when the addresses are known: it does not load another picture in a slide.
      key={addresses.includes(undefined) ? 'waiting' : 'ready'}
      open
      close={onClose}
      index={index}
      slides={pictures.map(({ alt, width, height }, at) => ({
        src: safeSource(addresses[at]) ?? BLANK,
        alt,
        description: alt,
        ...(width && height ? { width, height } : {}),
      }))}
      plugins={[Zoom, Captions, Counter]}
      zoom={{ ref: zoom, maxZoomPixelRatio: 4, scrollToZoom: true }}
      captions={{ descriptionTextAlign: 'center' }}
      carousel={{ finite: true, imageProps: { referrerPolicy: 'no-referrer' } }}
      {...(reduceMotion ? { animation: { fade: 0, swipe: 0, zoom: 0, navigation: 0 } } : {})}
      // The page below does not scroll: panes do.
      noScroll={{ disabled: true }}
      labels={{
        Lightbox: t('reading.pictures'),
        Close: t('common:action.close'),
        Previous: t('reading.previousPicture'),
        Next: t('reading.nextPicture'),
        'Zoom in': t('reading.zoomIn'),
        'Zoom out': t('reading.zoomOut'),
      }}
      portal={{
        container: {
          'data-focus-area': 'modal',
          'data-dialog': 'entry-pictures',
          onKeyDown: pressed,
        } as React.HTMLAttributes<HTMLDivElement>,
      }}
      {...(pictures.length < 2 ? { render: { buttonPrev: () => null, buttonNext: () => null } } : {})}
    />
  )
}
