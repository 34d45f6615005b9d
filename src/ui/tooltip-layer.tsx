import type { TooltipTarget } from './tooltip-attributes.ts'
import { lazy, Suspense, useEffect, useState } from 'react'

const Surface = lazy(async () => ({ default: (await import('./tooltip-surface.tsx')).TooltipSurface }))

/** ms. Long enough not to flicker while the pointer passes; while one is visible the next shows at once. */
const delay = 450
const stayWarm = 300

/**
 * The one tooltip of the page: any element with `data-tooltip` gets it, by pointer or by keyboard focus. One
 * listener instead of a component around each of thousands of buttons. Mount it once, at the root.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<TooltipTarget | null>(null)
  useEffect(() => listen(setTarget), [])
  return (
    target && (
      <Suspense fallback={null}>
        <Surface {...target} />
      </Suspense>
    )
  )
}

const listen = (show: (target: TooltipTarget | null) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLElement | null = null
  let warmUntil = 0
  const hide = () => {
    clearTimeout(timer)
    if (!current) return
    current = null
    warmUntil = performance.now() + stayWarm
    show(null)
  }
  const ask = (event: Event, wait: number) => {
    const element = ownerOf(event.target)
    if (element === current && element) return
    hide()
    if (!element) return
    timer = setTimeout(
      () => {
        if (!element.isConnected) return
        current = element
        show({ element, text: element.dataset.tooltip ?? '', keys: element.dataset.tooltipKeys })
      },
      performance.now() < warmUntil ? 0 : wait,
    )
  }
  const onPointer = (event: PointerEvent) => event.pointerType === 'mouse' && ask(event, delay)
  const onFocus = (event: FocusEvent) =>
    event.target instanceof Element && event.target.matches(':focus-visible') && ask(event, delay)
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  addEventListener('pointerover', onPointer, options)
  addEventListener('focusin', onFocus, options)
  for (const ending of ['pointerdown', 'keydown', 'focusout', 'scroll', 'blur'])
    addEventListener(ending, hide, options)
  return () => {
    hide()
    stop.abort()
  }
}

const ownerOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
