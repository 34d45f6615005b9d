import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

const PIECES = 80
const COLOURS = ['var(--accent)', '#e5484d', '#f5a524', '#30a46c', '#0090ff', '#8e4ec6']

/** Confetti over the page, once. Nothing moves for users who want less motion. */
export function Confetti() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wantsLessMotion()) return
    const animations = [...(element.current?.children ?? [])].map(fall)
    return () => animations.forEach((animation) => animation.cancel())
  }, [])
  // Outside of the dialog, which would clip it.
  return createPortal(
    <div ref={element} className="confetti" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, index) => (
        <span key={index} style={{ background: COLOURS[index % COLOURS.length] }} />
      ))}
    </div>,
    document.body,
  )
}

const wantsLessMotion = (): boolean =>
  document.documentElement.hasAttribute('data-reduce-motion') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Throws a piece up from the middle of the page, and lets it fall. */
function fall(piece: Element): Animation {
  const across = (Math.random() - 0.5) * 90
  const up = 15 + Math.random() * 35
  const turn = Math.random() * 1080
  return piece.animate(
    [
      { opacity: 1, transform: 'translate(0, 0)' },
      {
        opacity: 1,
        transform: `translate(${across * 0.6}vw, ${-up}vh) rotate(${turn / 2}deg)`,
        easing: 'ease-in',
        offset: 0.35,
      },
      { opacity: 0, transform: `translate(${across}vw, 60vh) rotate(${turn}deg)` },
    ],
    { duration: 1600 + Math.random() * 900, easing: 'ease-out', fill: 'both' },
  )
}
