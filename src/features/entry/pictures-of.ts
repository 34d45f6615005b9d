/** The pictures of the rendered entry, for the picture viewer. */
import type { PicturesProps } from './pictures-dialog.tsx'
import { SOURCE } from './pictures.ts'

/** px: smaller pictures are icons and emoji. */
const MIN_SIDE = 32

const pictureElements = (page: ParentNode): readonly HTMLImageElement[] =>
  [...page.querySelectorAll<HTMLImageElement>('.entry-content img, .entry-gallery img')].filter(
    (picture) => !isIcon(picture) && Boolean(picture.getAttribute('src')),
  )

/** Opens at `first`, or at the first picture that is visible in `viewport`. @returns null where there are none */
export function picturesOf(
  page: ParentNode,
  options: {
    readonly first?: Element
    readonly viewport?: { readonly top: number; readonly bottom: number }
  } = {},
): PicturesProps | null {
  const elements = pictureElements(page)
  if (elements.length === 0) return null
  const { first, viewport } = options
  const visible = elements.findIndex((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return viewport !== undefined && bottom > viewport.top && top < viewport.bottom
  })
  const entryId = elements[0]?.closest<HTMLElement>('[data-entry-page]')?.dataset['entryPage']
  const index = first ? elements.indexOf(first as HTMLImageElement) : visible
  return {
    ...(entryId !== undefined && { entryId }),
    pictures: elements.map((element) => ({
      // Its own address, where this server loads it.
      src: element.getAttribute(SOURCE) || element.currentSrc || element.src,
      alt: element.alt || captionOf(element),
      ...(captionOf(element) && { caption: captionOf(element) }),
      ...(element.naturalWidth > 0 && { width: element.naturalWidth, height: element.naturalHeight }),
    })),
    index: Math.max(0, index),
  }
}

const captionOf = (picture: Element): string =>
  picture.closest('figure')?.querySelector('figcaption')?.textContent?.trim() ?? ''

function isIcon(picture: HTMLImageElement): boolean {
  const width = picture.naturalWidth || Number(picture.getAttribute('width') ?? 0)
  const height = picture.naturalHeight || Number(picture.getAttribute('height') ?? 0)
  return width > 0 && height > 0 && width < MIN_SIDE && height < MIN_SIDE
}
