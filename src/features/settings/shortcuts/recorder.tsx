import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { SEQUENCE_TIMEOUT_MS } from '../../../core/index.ts'
import { Kbd, useTranslation } from '../../../ui/index.ts'
import { pressKeys } from './record-keys.ts'

export type RecorderProps = {
  /** Called with each press, before the sequence is complete. */
  readonly onPress?: (keys: string) => void
  readonly label: string
  readonly onRecorded: (keys: string) => void
  readonly onLeave: () => void
}

/** Records presses until the sequence timeout passes. Escape and blur cancel. */
export function Recorder({ label, onPress, onRecorded, onLeave }: RecorderProps) {
  const { t } = useTranslation('shortcuts')
  const [keys, setKeys] = useState<readonly string[]>([])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  useEffect(() => {
    if (keys.length === 0) return
    const timer = setTimeout(() => onRecorded(keys.join(' ')), SEQUENCE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [keys, onRecorded])
  const pressed = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onLeave()
    const press = pressKeys(event.nativeEvent)
    if (press === null) return
    setKeys([...keys, press])
    onPress?.([...keys, press].join(' '))
  }
  return (
    <div
      ref={box}
      className="recorder"
      role="application"
      aria-label={label}
      tabIndex={0}
      data-focus-area="recording"
      onKeyDown={pressed}
      onBlur={onLeave}
    >
      {keys.length > 0 && <Kbd keys={keys.join(' ')} />}
      <span>{t(keys.length > 0 ? 'app:keys.pressMore' : 'app:keys.press')}</span>
    </div>
  )
}
