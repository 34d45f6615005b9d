import { useUnit } from 'effector-react'
import { $keyBindings } from '../model/app/index.ts'
import { $recording } from '../model/keys/index.ts'
import { Kbd, useTranslation } from '../ui/index.ts'

/** Shown while a macro is being recorded, with the number of steps so far. */
export function MacroRecording() {
  const { t } = useTranslation(['shortcuts', 'app'])
  const { steps, bound } = useUnit({ steps: $recording, bound: $keyBindings })
  if (steps === null) return null
  const keys = bound.find(({ command }) => command.id === 'macro:save')?.keys
  return (
    <aside className="macro-recording" role="status">
      <span className="macro-recording-dot" aria-hidden="true" />
      {t('app:shell.recording', { count: steps.length })}
      <button type="button" data-command-id="macro:save">
        {t('shortcuts:macro.save')} {keys && <Kbd keys={keys} />}
      </button>
      <button type="button" data-command-id="macro:discard">
        {t('shortcuts:macro.discard')}
      </button>
    </aside>
  )
}
