import { useState, type CSSProperties, type MouseEventHandler } from 'react'
import { safeAddress, safeSource } from '../core/safe-href.ts'
import { usePictureAddress, usePictureFacts, usePictureSources } from './picture-sources.ts'

export type PictureProps = {
  /** The picture's own address; unsafe ones are not loaded. */
  readonly src: string | null | undefined
  readonly alt?: string
  /** px, as the feed declares them */
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** The layout depends on the picture's size: its place is reserved, and its real size is stored. */
  readonly sized?: boolean
  readonly className?: string
  readonly style?: CSSProperties
  readonly onClick?: MouseEventHandler<HTMLImageElement>
}

/** A picture of a feed, loaded when it comes into view; until then its place has its size and colour. */
export function Picture({
  src,
  alt = '',
  width,
  height,
  sized = false,
  className,
  style,
  onClick,
}: PictureProps) {
  const source = safeSource(src)
  const sources = usePictureSources()
  const address = usePictureAddress(source)
  const facts = usePictureFacts(sized ? source : undefined)
  // Which address failed or loaded, not whether one did: a recycled row gets another address and another chance.
  const [failed, setFailed] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  if (source === undefined) return null
  const size = width && height ? { width, height } : facts && { width: facts.width, height: facts.height }
  return (
    <img
      src={safeAddress(address)}
      {...size}
      alt={alt}
      className={className}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      data-source={source}
      data-failed={(address !== undefined && (address === null || failed === address)) || undefined}
      style={{
        ...(size && sized && { aspectRatio: `${size.width} / ${size.height}` }),
        ...(loaded !== source && facts?.colors[0] && { backgroundColor: facts.colors[0] }),
        ...style,
      }}
      onClick={onClick}
      onLoad={({ currentTarget }) => {
        setLoaded(source)
        if (sized) sources.loaded(source, currentTarget)
      }}
      onError={() => setFailed(address ?? undefined)}
    />
  )
}
