import { useUnit } from 'effector-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { infoNotified } from '../../model/app/events.ts'
import { hintsClosed, type HintScope } from '../../model/hints/index.ts'
import { splitRequested } from '../../model/reading/index.ts'
import { $services } from '../../model/services.ts'
import { useTranslation } from '../../ui/index.ts'
import { hintTargets, type HintTarget } from './hint-targets.ts'

type Hint = HintTarget & { readonly label: string }

/**
 * Labels over links and controls. Typing one activates it, or shows its page beside the entry; with Shift its address
 * opens in a new tab.
 */
export default function Hints({ scope }: { readonly scope: HintScope }) {
  const { t } = useTranslation()
  const { close, showBeside, notify, services } = useUnit({
    close: hintsClosed,
    showBeside: splitRequested,
    notify: infoNotified,
    services: $services,
  })
  const [hints, setHints] = useState<readonly Hint[]>([])
  const [typed, setTyped] = useState('')
  // Presses may come faster than renders.
  const latest = useRef({ hints, typed })

  useLayoutEffect(() => {
    const targets = hintTargets(scope)
    const labels = hintLabels(targets.length)
    const found = targets.map((target, at): Hint => ({ ...target, label: labels[at] ?? '' }))
    latest.current = { hints: found, typed: '' }
    setHints(found)
    setTyped('')
    if (found.length > 0) return
    notify({ key: scope === 'beside' ? 'app:hints.noLinks' : 'app:hints.none' })
    close()
  }, [scope, notify, close])

  useEffect(() => {
    const type = (letters: string, inNewTab: boolean) => {
      const matches = latest.current.hints.filter(({ label }) => label.startsWith(letters))
      const [hint] = matches
      if (!hint) return close()
      latest.current = { ...latest.current, typed: letters }
      if (hint.label !== letters) return setTyped(letters)
      close()
      const { element } = hint
      if (scope === 'beside' && !inNewTab && element instanceof HTMLAnchorElement)
        showBeside({ beside: 'page', url: element.href })
      else activate(element, inNewTab, services.platform.openAddress)
    }
    const pressed = (press: KeyboardEvent) => {
      if (press.key === 'Shift') return
      // Other shortcuts leave the labels and do what they do.
      if (press.ctrlKey || press.metaKey || press.altKey) return close()
      press.preventDefault()
      press.stopImmediatePropagation()
      const letter = letterOf(press)
      if (press.key === 'Backspace') type(latest.current.typed.slice(0, -1), false)
      else if (letter !== null) type(latest.current.typed + letter, press.shiftKey)
      else close()
    }
    const closeNow = () => close()
    window.addEventListener('keydown', pressed, true)
    for (const name of CLOSING_EVENTS) window.addEventListener(name, closeNow, true)
    return () => {
      window.removeEventListener('keydown', pressed, true)
      for (const name of CLOSING_EVENTS) window.removeEventListener(name, closeNow, true)
    }
  }, [scope, close, showBeside, services])

  return createPortal(
    <div className="hints">
      <div className="ui-visually-hidden" role="status">
        {t('hints.help', { count: hints.length })}
      </div>
      {hints.map(({ label, left, top }) => (
        <span
          key={label}
          className="hint"
          aria-hidden="true"
          hidden={!label.startsWith(typed)}
          style={{
            left: Math.min(left, window.innerWidth - 36),
            top: Math.min(top, window.innerHeight - 22),
          }}
        >
          <span className="hint-typed">{typed}</span>
          {label.slice(typed.length)}
        </span>
      ))}
    </div>,
    document.body,
  )
}

/** What moves the targets away from their labels, or takes the user elsewhere. */
const CLOSING_EVENTS = ['scroll', 'resize', 'pointerdown', 'blur'] as const

function activate(element: HTMLElement, inNewTab: boolean, openAddress: (url: string) => void): void {
  if (inNewTab && element instanceof HTMLAnchorElement) return openAddress(element.href)
  element.focus({ preventScroll: true })
  if (
    !element.matches(
      'input:not([type=checkbox], [type=radio], [type=submit]), select, textarea, audio, video',
    )
  )
    element.click()
}

/** Letters that are easy to reach and to tell apart. */
const LETTERS = 'sadfjklewcmpgh'

/** As many labels of equal length as there are targets: two letters, three for more than 196. */
export function hintLabels(count: number): readonly string[] {
  const length = Math.max(2, Math.ceil(Math.log(Math.max(1, count)) / Math.log(LETTERS.length)))
  return Array.from({ length: count }, (_, at) =>
    Array.from({ length }, (__, position) => {
      // The last letter changes slowest, so that neighbours begin with different letters.
      const index = Math.floor(at / LETTERS.length ** position) % LETTERS.length
      return LETTERS[index]
    }).join(''),
  )
}

/** The letter of a press: by its character, or by its position on a layout without Latin letters. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const physical = /^Key([A-Z])$/.exec(code)?.[1]
  return physical !== undefined && key.length === 1 ? physical.toLowerCase() : null
}
