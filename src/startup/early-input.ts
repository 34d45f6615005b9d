declare global {
  interface Window {
    /** Set by pre-paint.js. */
    earlyInput?:
      | {
          readonly events: readonly (KeyboardEvent | MouseEvent)[]
          /** The listener that collects `events`. */
          readonly collect: (event: KeyboardEvent | MouseEvent) => void
        }
      | undefined
  }
}

/** The keys and clicks from before this call, in order; whoever calls it listens from then on. Once. */
export function takeEarlyInput(): readonly (KeyboardEvent | MouseEvent)[] {
  const { earlyInput } = window
  if (!earlyInput) return []
  delete window.earlyInput
  for (const type of ['keydown', 'click'] as const) window.removeEventListener(type, earlyInput.collect)
  return earlyInput.events
}

/** By these a part of the page is found again when it was drawn anew. */
const MARKS = [
  'data-focus-area',
  'data-entry-id',
  'data-row-id',
  'data-command-id',
  'data-tooltip',
  'aria-label',
]

/** Clicks what now is where a click from before the first render went; nothing where it is no longer there. */
export function repeatClick({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const selector = target instanceof Element ? selectorOf(target) : ''
  if (selector === '') return
  const keys = { ctrlKey, metaKey, shiftKey, altKey }
  document
    .querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

function selectorOf(target: Element): string {
  const marks: string[] = []
  for (let element: Element | null = target; element; element = element.parentElement) {
    const name = MARKS.find((mark) => element?.hasAttribute(mark))
    if (name) marks.unshift(`[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`)
  }
  return marks.join(' ')
}
