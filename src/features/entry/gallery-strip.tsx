import { useLayoutEffect, useRef } from 'react'
import type { Photo } from '../../model/pictures/entry-photos.ts'
import { Picture, useTranslation } from '../../ui/index.ts'

/** Thumbnails are whole pictures: those farther away than this are not loaded for the strip. */
const NEAR = 8

type GalleryStripProps = {
  readonly pictures: readonly Photo[]
  readonly index: number
  readonly onSelect: (index: number) => void
}

/** The pictures of the entry in a row; the current one stays in view. */
export function GalleryStrip({ pictures, index, onSelect }: GalleryStripProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.children[index]
    if (!(current instanceof HTMLElement) || !list.current) return
    // The focus goes along, so that it is never on a picture that is not shown.
    if (list.current.contains(document.activeElement)) current.focus({ preventScroll: true })
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [index, pictures])
  return (
    <div ref={list} className="gallery-strip" role="group" aria-label={t('reading.thumbnails')}>
      {pictures.map(({ src, alt }, at) => (
        <button
          key={`${at} ${src}`}
          type="button"
          className="gallery-thumbnail"
          aria-current={at === index || undefined}
          aria-label={[t('reading.pictureOf', { index: at + 1, total: pictures.length }), alt]
            .filter(Boolean)
            .join(': ')}
          tabIndex={at === index ? 0 : -1}
          onClick={() => onSelect(at)}
        >
          {Math.abs(at - index) <= NEAR && <Picture src={src} />}
        </button>
      ))}
    </div>
  )
}
