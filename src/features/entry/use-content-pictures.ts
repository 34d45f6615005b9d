import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { safeAddress, safeHref } from '../../core/safe-href.ts'
import { usePictureSources, type PictureFacts, type PictureSources } from '../../ui/index.ts'
import { SOURCE, reserve } from './pictures.ts'

/** px: smaller pictures are icons and emoji, which stand in a line of text. */
const ICON_SIDE = 32

type Listener = (event: { readonly target: EventTarget }) => void

/**
 * Gives the pictures of the content their addresses, sizes and colours.
 * @param content changes with the nodes in `box` @param failedLabel of a picture that cannot be loaded
 */
export function useContentPictures(
  box: RefObject<HTMLElement | null>,
  content: unknown,
  failedLabel: string,
): { readonly onLoadCapture: Listener; readonly onErrorCapture: Listener } {
  const sources = usePictureSources()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const fill = () => fillPictures(element, sources, failedLabel)
    fill()
    return sources.subscribe(fill)
  }, [box, content, sources, failedLabel])
  useEffect(() => {
    const unknown = imagesOf(box.current)
      .map(sourceOf)
      .filter((source) => source !== '' && sources.factsOf(source) === undefined)
    if (unknown.length > 0) sources.requestFacts(unknown)
  }, [box, content, sources])
  const onLoad: Listener = ({ target }) => {
    if (!(target instanceof HTMLImageElement)) return
    target.style.backgroundColor = ''
    if (!isIcon(target)) sources.loaded(sourceOf(target), target)
  }
  const onError: Listener = ({ target }) => {
    if (target instanceof HTMLImageElement) showFailure(target, failedLabel)
    else (target as Element).setAttribute('data-failed', '')
  }
  return { onLoadCapture: onLoad, onErrorCapture: onError }
}

const imagesOf = (box: HTMLElement | null) => [...(box?.querySelectorAll('img') ?? [])]
const sourceOf = (picture: Element) => picture.getAttribute(SOURCE) ?? picture.getAttribute('src') ?? ''
const isIcon = (picture: HTMLImageElement) =>
  picture.naturalWidth < ICON_SIDE && picture.naturalHeight < ICON_SIDE

function fillPictures(box: HTMLElement, sources: PictureSources, failedLabel: string): void {
  for (const element of box.querySelectorAll(`[${SOURCE}]`)) {
    const attribute = element.localName === 'img' ? 'src' : 'poster'
    if (element.hasAttribute(attribute)) continue
    const source = sourceOf(element)
    const address = sources.addressOf(source)
    const safe = safeAddress(address)
    if (address === undefined) sources.request(source)
    else if (safe) element.setAttribute(attribute, safe)
    else if (element instanceof HTMLImageElement) showFailure(element, failedLabel)
  }
  showStored(box, sources)
  for (const picture of imagesOf(box)) {
    const facts =
      picture.complete && picture.naturalWidth > 0 ? undefined : sources.factsOf(sourceOf(picture))
    if (facts) showFacts(picture, facts)
  }
}

/** Pictures that are stored in this browser are shown from there, those too that failed before that was known. */
function showStored(box: HTMLElement, sources: PictureSources): void {
  for (const element of box.querySelectorAll('img[src], .entry-picture-failed')) {
    const picture = element instanceof HTMLImageElement ? element : failedPictures.get(element)
    const source = picture ? sourceOf(picture) : ''
    if (!picture || !sources.isStored(source)) continue
    const address = sources.addressOf(source)
    const safe = safeAddress(address)
    if (address === undefined) sources.request(source)
    else if (safe && picture.getAttribute('src') !== safe) {
      picture.setAttribute(SOURCE, source)
      picture.setAttribute('src', safe)
      // The browser would prefer these, over the network.
      picture.removeAttribute('srcset')
      for (const other of picture.closest('picture')?.querySelectorAll('source') ?? []) other.remove()
      if (element !== picture) element.replaceWith(picture)
    }
  }
}

/** The place of a picture that has not loaded. */
function showFacts(picture: HTMLImageElement, { width, height, colors }: PictureFacts): void {
  if (picture.hasAttribute('data-unsized')) {
    picture.removeAttribute('data-unsized')
    reserve(picture, { width, height })
  }
  if (colors[0]) picture.style.backgroundColor = colors[0]
}

/** Pictures that failed, by what stands in their place. */
const failedPictures = new WeakMap<Element, HTMLImageElement>()

/** A visible place of the picture's size, with its description; it opens the picture's own address. */
function showFailure(picture: HTMLImageElement, label: string): void {
  const source = safeHref(sourceOf(picture))
  const isLinked = picture.closest('a') !== null || source === undefined
  const place = document.createElement(isLinked ? 'span' : 'a')
  place.className = 'entry-picture-failed'
  if (place instanceof HTMLAnchorElement && source) {
    place.href = source
    place.target = '_blank'
    place.rel = 'noopener noreferrer'
  }
  const alt = picture.getAttribute('alt')
  place.textContent = alt ? `${label} – ${alt}` : label
  const width = Number(picture.getAttribute('width'))
  const height = Number(picture.getAttribute('height'))
  if (width >= ICON_SIDE && height >= ICON_SIDE) {
    place.style.width = `${width}px`
    place.style.aspectRatio = `${width} / ${height}`
  } else if (width > 0 && height > 0) {
    place.toggleAttribute('data-small', true)
    place.textContent = alt || '□'
  }
  failedPictures.set(place, picture)
  picture.replaceWith(place)
}
