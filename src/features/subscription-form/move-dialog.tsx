import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { registry } from '../../model/app/registry.ts'
import { Button, Dialog, useTranslation } from '../../ui/index.ts'
import { folderFrom } from './folders.ts'
import { FolderField } from './subscription-fields.tsx'

type MoveProps = {
  /** type/targetId of each */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Some subscriptions into a folder, or out of one when the field is left empty. */
export function MoveDialog({ ids, onClose }: MoveProps) {
  const { t } = useTranslation(['app', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const [folder, setFolder] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = folderFrom(folder)
    invoke(
      name === null
        ? { id: 'subscription:take-out-of-folder', source: 'button', args: { subscriptions: ids } }
        : { id: 'subscription:move', source: 'button', args: { subscriptions: ids, category: name } },
    )
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('subscription.moveTitle', { count: ids.length })}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="move-subscriptions">
            {t('common:action.move')}
          </Button>
        </>
      }
    >
      <form id="move-subscriptions" className="ui-stack" onSubmit={submit}>
        <FolderField value={folder} onChange={setFolder} autoFocus />
      </form>
    </Dialog>
  )
}
