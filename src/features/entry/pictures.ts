/** Reserves space for pictures before they load, loads them lazily, and removes tracking pixels. */

/** px */
export type Sizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>

/** The picture's own address, where `src` waits for one on this server. */
export const SOURCE = 'data-source'

export type PictureOptions = {
  readonly sizes: Sizes
  /** Whether this server loads a picture in place of the browser. */
  readonly isProxied: (address: string) => boolean
}

/** @returns the number of tracking pixels that were removed */
export function dressPictures(content: DocumentFragment, { sizes, isProxied }: PictureOptions): number {
  let removed = 0
  for (const picture of content.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    if (/\.(mp4|webm)(\?|#|$)/i.test(source)) {
      picture.replaceWith(videoOf(source))
      continue
    }
    if (isTracker(picture)) {
      picture.remove()
      removed += 1
      continue
    }
    picture.setAttribute('loading', 'lazy')
    picture.setAttribute('decoding', 'async')
    picture.setAttribute('referrerpolicy', 'no-referrer')
    if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '')
    reserve(picture, sizes.get(source))
    if (isProxied(source)) moveSource(picture, 'src')
    if (candidatesOf(picture).some(isProxied)) removeCandidates(picture)
  }
  for (const media of content.querySelectorAll('video,audio')) {
    media.setAttribute('controls', '')
    media.setAttribute('preload', 'metadata')
    if (isProxied(media.getAttribute('poster') ?? '')) moveSource(media, 'poster')
  }
  return removed
}

/** Before the element is in the page, which would load the address at once. */
function moveSource(element: Element, attribute: 'src' | 'poster'): void {
  element.setAttribute(SOURCE, element.getAttribute(attribute) ?? '')
  element.removeAttribute(attribute)
}

/** The addresses that a browser may choose in place of `src`. */
function candidatesOf(picture: Element): readonly string[] {
  const sources = picture.closest('picture')?.querySelectorAll('source') ?? []
  return [picture, ...sources].flatMap((element) =>
    (element.getAttribute('srcset') ?? '').split(/,\s+/).map((one) => one.trim()),
  )
}

function removeCandidates(picture: Element): void {
  for (const source of picture.closest('picture')?.querySelectorAll('source') ?? []) source.remove()
  picture.removeAttribute('srcset')
}

/** Reserves the place of a picture. @param expected px, where the feed declares no size */
export function reserve(
  picture: HTMLImageElement,
  expected: { width: number; height: number } | undefined,
): void {
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
