import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/index.ts'
import { frameDocument, NUMBERS } from './frame-document.ts'

type PageFrameProps = {
  readonly outline: string
  readonly current: number
  readonly onChoose: (at: number) => void
}

/** The structure of the page. A click picks the best candidate at its place; a further click the next one around it. */
export function PageFrame({ outline, current, onChoose }: PageFrameProps) {
  const { t } = useTranslation('app')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [source] = useState(() => frameDocument(outline, getComputedStyle(document.documentElement)))
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!isLoaded || !inner) return
    markCandidate(inner, current)
    const onClick = (event: Event) => {
      event.preventDefault()
      const numbers = candidatesAt(event.target as Element)
      const next = numbers[(numbers.indexOf(current) + 1) % numbers.length]
      if (next !== undefined) onChoose(next)
    }
    // The list keeps the focus, and with it the keys.
    const stayOut = (event: Event) => event.preventDefault()
    inner.addEventListener('click', onClick)
    inner.addEventListener('mousedown', stayOut)
    return () => {
      inner.removeEventListener('click', onClick)
      inner.removeEventListener('mousedown', stayOut)
    }
  }, [isLoaded, current, onChoose])
  return (
    <iframe
      ref={frame}
      className="page-frame"
      title={t('pageFeed.structure')}
      // Without scripts: this page alone listens and marks in it.
      sandbox="allow-same-origin"
      tabIndex={-1}
      srcDoc={source}
      onLoad={() => setIsLoaded(true)}
    />
  )
}

/** The numbers of the candidates around an element, the best first. */
function candidatesAt(element: Element): number[] {
  const numbers = new Set<number>()
  for (let at = element.closest(`[${NUMBERS}]`); at; at = at.parentElement?.closest(`[${NUMBERS}]`) ?? null)
    for (const number of numbersOf(at)) numbers.add(number)
  return [...numbers].toSorted((a, b) => a - b)
}

const numbersOf = (element: Element): number[] =>
  (element.getAttribute(NUMBERS) ?? '').split(' ').filter(Boolean).map(Number)

function markCandidate(inner: Document, current: number): void {
  let first: Element | null = null
  for (const element of inner.querySelectorAll(`[${NUMBERS}]`)) {
    const isPicked = numbersOf(element).includes(current)
    element.toggleAttribute('data-picked', isPicked)
    if (isPicked) first ??= element
  }
  const view = inner.defaultView
  if (first && view) view.scrollTo({ top: first.getBoundingClientRect().top + view.scrollY - 24 })
}
