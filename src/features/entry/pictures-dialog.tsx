import 'yet-another-react-lightbox/styles.css'
import './pictures-viewer.css'
import { useStoreMap, useUnit } from 'effector-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Lightbox, type ControllerRef, type FullscreenRef, type ZoomRef } from 'yet-another-react-lightbox'
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { z } from 'zod'
import { entryName } from '../../core/entry-name.ts'
import { safeSource } from '../../core/safe-href.ts'
import { addressOpened } from '../../model/browser-actions/index.ts'
import { $entrySummaries } from '../../model/entries/index.ts'
import { focusRequested } from '../../model/layout/index.ts'
import { $appearance } from '../../model/settings/index.ts'
import { Icon, IconButton, usePictureAddresses, useTranslation } from '../../ui/index.ts'
import { galleryAction, type GalleryAction } from './gallery-keys.ts'
import { GalleryStrip } from './gallery-strip.tsx'
import { useGalleryEntry } from './use-gallery-entry.ts'

export const propsSchema = z.object({
  /** Of the entry that has them, so that the viewer can go on to the next one. */
  entryId: z.string().optional(),
  pictures: z.array(
    z.object({
      src: z.string(),
      alt: z.string(),
      /** Of its figure, where it says more than `alt`. */
      caption: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
  index: z.number(),
})
export type PicturesProps = z.infer<typeof propsSchema>

/** In place of a picture whose address is not known yet. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const nothing = () => null
/** A press on a control is no swipe. */
const still = { onPointerDown: (event: React.PointerEvent) => event.stopPropagation() }

/** The pictures of an entry over the whole window, and those of the entries around it. Its keys are in gallery-keys.ts; Escape closes. */
export default function PicturesDialog({
  entryId,
  pictures,
  index,
  onClose,
}: PicturesProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'common'])
  const { appearance, openAddress, focus } = useUnit({
    appearance: $appearance,
    openAddress: addressOpened,
    focus: focusRequested,
  })
  const zoom = useRef<ZoomRef>(null)
  const fullscreen = useRef<FullscreenRef>(null)
  const controller = useRef<ControllerRef>(null)
  const { shown, view, stepEntry } = useGalleryEntry({ entryId, pictures, index })
  const [isZoomed, setZoomed] = useState(false)
  const [isFullscreen, setFullscreen] = useState(false)
  const title = useStoreMap({
    store: $entrySummaries,
    keys: [shown.entryId],
    fn: (summaries, [id]) => {
      const summary = id === undefined ? undefined : summaries.get(id)
      return summary ? entryName(summary) : ''
    },
  })
  const addresses = usePictureAddresses(useMemo(() => shown.pictures.map(({ src }) => src), [shown.pictures]))
  const slides = useMemo(
    () =>
      shown.pictures.map(({ alt, width, height }, at) => ({
        src: safeSource(addresses[at]) ?? BLANK,
        alt,
        ...(width && height ? { width, height } : {}),
      })),
    [shown.pictures, addresses],
  )
  const current = shown.pictures[shown.index]
  const last = shown.pictures.length - 1
  const words = current?.caption || current?.alt || ''
  // A feed that names none has the title there, which stands above.
  const caption = words === title ? '' : words

  const act: Readonly<Record<GalleryAction, () => unknown>> = {
    next: () => (shown.index < last ? controller.current?.next() : stepEntry(1)),
    previous: () => (shown.index > 0 ? controller.current?.prev() : stepEntry(-1, 'last')),
    'next-entry': () => stepEntry(1),
    'previous-entry': () => stepEntry(-1),
    first: () => view(0),
    last: () => view(last),
    'zoom-in': () => zoom.current?.zoomIn(),
    'zoom-out': () => zoom.current?.zoomOut(),
    'zoom-off': () => zoom.current?.changeZoom(1),
    fullscreen: () => (isFullscreen ? fullscreen.current?.exit() : fullscreen.current?.enter()),
    original: () => current && openAddress(current.src),
    read: () => {
      onClose()
      focus('entry-render')
    },
  }
  const pressed = (event: KeyboardEvent) => {
    const action = galleryAction(event, isZoomed)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    act[action]()
  }

  const controls = () => (
    <>
      <header className="gallery-head" {...still}>
        <p className="gallery-title">
          <strong dir="auto">{title}</strong>
          {last > 0 && (
            <span role="status">
              {t('reading.pictureOf', { index: shown.index + 1, total: shown.pictures.length })}
            </span>
          )}
        </p>
        {shown.entryId !== undefined && (
          <IconButton
            label={t('reading.readEntry')}
            keys="Enter"
            icon={<Icon name="article" />}
            onClick={act.read}
          />
        )}
        <IconButton
          className="gallery-zoom"
          label={t('reading.zoomOut')}
          keys="-"
          icon={<Icon name="zoom-out" />}
          disabled={!isZoomed}
          onClick={act['zoom-out']}
        />
        <IconButton
          className="gallery-zoom"
          label={t('reading.zoomIn')}
          keys="+"
          icon={<Icon name="zoom-in" />}
          onClick={act['zoom-in']}
        />
        <IconButton
          label={t(isFullscreen ? 'reading.leaveFullscreen' : 'reading.fullscreen')}
          keys="f"
          icon={<Icon name={isFullscreen ? 'shrink' : 'fullscreen'} />}
          onClick={act.fullscreen}
        />
        <IconButton
          label={t('reading.openOriginal')}
          keys="o"
          icon={<Icon name="open" />}
          onClick={act.original}
        />
        <IconButton
          label={t('common:action.close')}
          keys="Escape"
          icon={<Icon name="close" />}
          onClick={() => controller.current?.close()}
        />
      </header>
      {(shown.entryId !== undefined || last > 0) && (
        <>
          <IconButton
            {...still}
            className="gallery-step"
            data-side="previous"
            data-leads-on={shown.index === 0 || undefined}
            label={t('reading.previousPicture')}
            keys="h"
            icon={<Icon name="previous" />}
            onClick={act.previous}
          />
          <IconButton
            {...still}
            className="gallery-step"
            data-side="next"
            data-leads-on={shown.index === last || undefined}
            label={t('reading.nextPicture')}
            keys="l"
            icon={<Icon name="next" />}
            onClick={act.next}
          />
        </>
      )}
      <footer className="gallery-foot" {...still}>
        <p className="gallery-caption" dir="auto">
          {caption}
        </p>
        {last > 0 && <GalleryStrip pictures={shown.pictures} index={shown.index} onSelect={view} />}
      </footer>
    </>
  )

  return (
    <Lightbox
      open
      close={onClose}
      className="gallery"
      index={shown.index}
      slides={slides}
      plugins={[Fullscreen, Zoom]}
      controller={{ ref: controller }}
      zoom={{ ref: zoom, maxZoomPixelRatio: 4, scrollToZoom: true }}
      fullscreen={{ ref: fullscreen }}
      carousel={{ finite: true, preload: 1, padding: 0, imageProps: { referrerPolicy: 'no-referrer' } }}
      {...(appearance.reduceMotion ? { animation: { fade: 0, swipe: 0, zoom: 0, navigation: 0 } } : {})}
      // The page below does not scroll: panes do.
      noScroll={{ disabled: true }}
      toolbar={{ buttons: [] }}
      render={{
        controls,
        buttonPrev: nothing,
        buttonNext: nothing,
        buttonZoom: nothing,
        buttonFullscreen: nothing,
        iconLoading: () => <span className="gallery-loading" aria-hidden="true" />,
        iconError: () => (
          <span className="gallery-failed">
            <Icon name="error" />
          </span>
        ),
      }}
      on={{
        view: ({ index: viewed }) => view(viewed),
        zoom: ({ zoom: factor }) => setZoomed(factor > 1),
        enterFullscreen: () => setFullscreen(true),
        exitFullscreen: () => setFullscreen(false),
      }}
      labels={{ Lightbox: t('reading.pictures'), '{index} of {total}': t('reading.slideOf') }}
      portal={{
        container: {
          'data-focus-area': 'modal',
          'data-dialog': 'entry-pictures',
          'data-theme': 'dark',
          'data-strip': last > 0 || undefined,
          onKeyDownCapture: pressed,
        } as React.HTMLAttributes<HTMLDivElement>,
      }}
    />
  )
}
