/** Reserves space for pictures before they load, loads them lazily, and removes tracking pixels. */

/** px */
export type Sizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>

export function dressPictures(content: DocumentFragment, sizes: Sizes): void {
  for (const picture of content.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    if (/\.(mp4|webm)(\?|#|$)/i.test(source)) {
      picture.replaceWith(videoOf(source))
      continue
    }
    if (isTracker(picture)) {
      picture.remove()
      continue
    }
    picture.setAttribute('loading', 'lazy')
    picture.setAttribute('decoding', 'async')
    picture.setAttribute('referrerpolicy', 'no-referrer')
    if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '')
    reserve(picture, sizes.get(source))
  }
  for (const media of content.querySelectorAll('video,audio')) {
    media.setAttribute('controls', '')
    media.setAttribute('preload', 'metadata')
  }
}

function reserve(picture: HTMLImageElement, expected: { width: number; height: number } | undefined): void {
  const declared = { width: pixels(picture, 'width'), height: pixels(picture, 'height') }
  const { width, height } =
    declared.width && declared.height ? declared : (expected ?? { width: 0, height: 0 })
  if (!width || !height) {
    // A width without height, or in percent, would distort the picture or reserve no space.
    picture.setAttribute('data-unsized', '')
    picture.removeAttribute('height')
    return
  }
  picture.setAttribute('width', String(width))
  picture.setAttribute('height', String(height))
  picture.style.aspectRatio = `${width} / ${height}`
}

const pixels = (picture: Element, name: string) => {
  const text = picture.getAttribute(name) ?? ''
  return /^\d+(px)?$/.test(text) ? Number.parseInt(text, 10) : 0
}

/** A picture of one or two pixels is a tracking pixel. */
const isTracker = (picture: Element) =>
  [1, 2].includes(pixels(picture, 'width')) && [1, 2].includes(pixels(picture, 'height'))

function videoOf(source: string): HTMLVideoElement {
  const video = document.createElement('video')
  video.src = source
  const ratio = ratioOf(source)
  if (ratio) video.style.aspectRatio = ratio
  video.setAttribute('playsinline', '')
  return video
}

/** The ratio in the query of a video's address (spec 5): `ratio=1.78`, `ratio=16:9`, `ratio=16/9`. @returns width / height */
export function ratioOf(source: string): string | null {
  const value = URL.canParse(source) ? (new URL(source).searchParams.get('ratio') ?? '') : ''
  const [, width = '', height = '1'] =
    /^(\d{1,5}(?:\.\d{1,6})?)(?:[:/](\d{1,5}(?:\.\d{1,6})?))?$/.exec(value) ?? []
  const ratio = Number(width) / Number(height)
  return ratio >= 0.1 && ratio <= 10 ? `${width} / ${height}` : null
}
