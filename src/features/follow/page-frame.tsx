import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/index.ts'

/** The attributes in which the server names the candidates of an element, and its number among the parts. */
const ATTRIBUTES = { candidates: 'data-candidates', parts: 'data-parts' } as const
type Pickable = keyof typeof ATTRIBUTES

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"
const TOKENS = ['--ink', '--ink-muted', '--line', '--accent', '--accent-fill', '--surface-reading']

/**
 * A document that shows a page's structure: nothing in it loads or runs.
 * @param outline from the server, without attributes of the page @param theme of the reader, whose colours it takes
 */
function frameDocument(outline: string, theme: CSSStyleDeclaration): string {
  const tokens = TOKENS.map((name) => `${name}: ${theme.getPropertyValue(name)};`).join(' ')
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>
    :root { ${tokens} color-scheme: ${theme.colorScheme || 'light dark'}; }
    body { margin: 12px; color: var(--ink); background: var(--surface-reading); font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1, h2, h3, h4, h5, h6 { margin: 8px 0 4px; font-size: 1.05em; }
    ul, ol { padding-inline-start: 20px; }
    p, ul, ol, dl, figure, blockquote { margin-block: 4px; }
    table { border-collapse: collapse; }
    td, th { padding: 2px 6px; vertical-align: top; }
    [data-picture] { color: var(--ink-muted); border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; }
    ${Object.entries(ATTRIBUTES)
      .map(
        ([of, attribute]) => `body[data-of=${of}] [${attribute}] { cursor: pointer; }
    body[data-of=${of}] [${attribute}]:hover { outline: 1px dashed var(--accent); }`,
      )
      .join('\n')}
    [data-picked] { outline: 2px solid var(--accent); outline-offset: 1px; background: var(--accent-fill); border-radius: 2px; }
  </style></head><body>${outline}</body></html>`
}

type PageFrameProps = {
  readonly outline: string
  readonly of: Pickable
  readonly current: number
  readonly onChoose: (at: number) => void
}

/**
 * The structure of the page. A click picks the best candidate at its place, or the innermost part; a further click the
 * next one around it.
 */
export function PageFrame({ outline, of, current, onChoose }: PageFrameProps) {
  const { t } = useTranslation('app')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const [source] = useState(() => frameDocument(outline, getComputedStyle(document.documentElement)))
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!isLoaded || !inner) return
    inner.body.dataset['of'] = of
    markPicked(inner, of, current)
    const onClick = (event: Event) => {
      event.preventDefault()
      const numbers = numbersAround(event.target as Element, of)
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
  }, [isLoaded, of, current, onChoose])
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

/** The numbers around an element: of candidates the best first, of parts the innermost. */
function numbersAround(element: Element, of: Pickable): number[] {
  const attribute = `[${ATTRIBUTES[of]}]`
  const numbers = new Set<number>()
  for (let at = element.closest(attribute); at; at = at.parentElement?.closest(attribute) ?? null)
    for (const number of numbersOf(at, of)) numbers.add(number)
  return of === 'parts' ? [...numbers] : [...numbers].toSorted((a, b) => a - b)
}

const numbersOf = (element: Element, of: Pickable): number[] =>
  (element.getAttribute(ATTRIBUTES[of]) ?? '').split(' ').filter(Boolean).map(Number)

function markPicked(inner: Document, of: Pickable, current: number): void {
  let first: Element | null = null
  for (const element of inner.querySelectorAll(
    Object.values(ATTRIBUTES)
      .map((name) => `[${name}]`)
      .join(),
  )) {
    const isPicked = numbersOf(element, of).includes(current)
    element.toggleAttribute('data-picked', isPicked)
    if (isPicked) first ??= element
  }
  const view = inner.defaultView
  if (first && view) view.scrollTo({ top: first.getBoundingClientRect().top + view.scrollY - 24 })
}
