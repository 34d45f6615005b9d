import type { Command } from '../../../core/index.ts'
import { commandTitle, Button, Dialog, Kbd, useTranslation } from '../../../ui/index.ts'
import type { Keymap } from './conflicts-of.ts'
import { keymapDifferences } from './keymap-file.ts'

export type KeymapDialogProps = {
  readonly title: string
  readonly commands: ReadonlyMap<string, Command>
  readonly before: Keymap
  readonly after: Keymap
  readonly onApply: () => void
  readonly onClose: () => void
}

/** Shows what a preset or a file would change, before it does. */
export function KeymapDialog({ title, commands, before, after, onApply, onClose }: KeymapDialogProps) {
  const { t } = useTranslation(['app', 'shortcuts', 'common'])
  const differences = keymapDifferences(commands, before, after)
  return (
    <Dialog
      open
      size="medium"
      title={title}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" disabled={differences.length === 0} onClick={onApply} autoFocus>
            {t('app:keys.apply', { count: differences.length })}
          </Button>
        </>
      }
    >
      {differences.length === 0 ? (
        <p>{t('app:keys.noDifference')}</p>
      ) : (
        <div className="keymap-differences" data-scroll tabIndex={0} role="region" aria-label={title}>
          <table className="ui-table">
            <thead>
              <tr>
                <th scope="col">{t('app:keys.command')}</th>
                <th scope="col">{t('app:keys.before')}</th>
                <th scope="col">{t('app:keys.after')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((one) => (
                <tr key={one.command.id}>
                  <th scope="row">{commandTitle(one.command, t)}</th>
                  <td>
                    <Keys keys={one.before} />
                  </td>
                  <td>
                    <Keys keys={one.after} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}

/** Keys with what follows them: arguments, a condition. */
function Keys({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation('app')
  if (keys.length === 0) return <span className="shortcut-none">{t('keys.unbound')}</span>
  return keys.map((one) => {
    const [sequence = '', ...rest] = one.split(/ (?=[{(×])/)
    return (
      <span key={one} className="keymap-keys">
        <Kbd keys={sequence} />
        {rest.length > 0 && <code>{rest.join(' ')}</code>}
      </span>
    )
  })
}
