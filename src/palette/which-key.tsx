import './which-key.css'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $pendingKeys } from '../model/index.ts'
import { Kbd, useTranslation } from '../ui/index.ts'
import { continuations } from './continuations.ts'

/** ms of waiting after which the hand is taken to hesitate. */
const HESITATION_MS = 350

/** What may follow the keys typed so far. It does not take the focus and is not read out: the hand that knows goes on. */
export function WhichKey() {
  const { t } = useTranslation()
  const waiting = useUnit($pendingKeys)
  const waits = waiting.typed.length > 0 || waiting.count !== null
  const [shown, show] = useState(false)
  useEffect(() => {
    if (!waits) {
      show(false)
      return
    }
    const timer = setTimeout(() => show(true), HESITATION_MS)
    return () => clearTimeout(timer)
  }, [waits])
  if (!shown || !waits) return null
  const typed = [...(waiting.count === null ? [] : [String(waiting.count)]), ...waiting.typed].join(' ')
  return (
    <aside className="which-key" aria-hidden="true">
      <p className="which-key-typed">
        <Kbd keys={typed} /> …
      </p>
      <ul role="list">
        {continuations(waiting).map(({ command, rest }) => (
          <li key={`${command.id} ${rest}`}>
            <button type="button" tabIndex={-1} data-command-id={command.id}>
              <Kbd keys={rest} />
              <span>{t(command.title, { ns: 'shortcuts' })}</span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}
