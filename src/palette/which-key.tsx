import './which-key.css'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { $pendingKeys } from '../model/index.ts'
import { Kbd, useTranslation } from '../ui/index.ts'
import { continuations } from './continuations.ts'

/** ms without a key before the panel is shown. */
const SHOW_DELAY_MS = 350

/** The keys that may follow those typed so far. It takes no focus and is hidden from screen readers: typing goes on. */
export function WhichKey() {
  const { t } = useTranslation()
  const pending = useUnit($pendingKeys)
  const isPending = pending.typed.length > 0 || pending.count !== null
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    if (!isPending) {
      setVisible(false)
      return
    }
    const timer = setTimeout(() => setVisible(true), SHOW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isPending])
  if (!visible || !isPending) return null
  const typed = [...(pending.count === null ? [] : [String(pending.count)]), ...pending.typed].join(' ')
  return (
    <aside className="which-key" aria-hidden="true">
      <p className="which-key-typed">
        <Kbd keys={typed} /> …
      </p>
      <ul role="list">
        {continuations(pending).map(({ command, rest }) => (
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
