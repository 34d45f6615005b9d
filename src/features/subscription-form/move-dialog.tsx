import { useStoreMap, useUnit } from 'effector-react'
import { useState } from 'react'
import { foldCase } from '../../core/fold-case.ts'
import { registry } from '../../model/app/registry.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Button, Dialog, useTranslation } from '../../ui/index.ts'
import { ChoiceBox } from '../shared/choice-box.tsx'
import { folderFrom, folderNames } from './folders.ts'

const NONE = 'none'
/** Before the name of a folder in its choice. */
const FOLDER = 'folder/'

type MoveProps = {
  /** type/targetId of each */
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Some subscriptions into a folder that is chosen or named, or out of their folders. */
export function MoveDialog({ ids, onClose }: MoveProps) {
  const { t } = useTranslation(['app', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const names = useStoreMap($subscriptions, (all) => folderNames(all.values()))
  const [written, write] = useState('')
  const name = folderFrom(written)
  const found = names.filter((one) => foldCase(one).includes(foldCase(name ?? '')))
  const choices = [
    ...(name === null ? [{ value: NONE, label: t('subscription.noFolder') }] : []),
    ...found.map((one) => ({ value: `${FOLDER}${one}`, label: one })),
    ...(name === null || names.includes(name)
      ? []
      : [{ value: `${FOLDER}${name}`, label: t('subscription.newFolder', { name }) }]),
  ]
  const move = (folder: string | null) => {
    invoke(
      folder === null
        ? { id: 'subscription:take-out-of-folder', source: 'button', args: { subscriptions: ids } }
        : { id: 'subscription:move', source: 'button', args: { subscriptions: ids, category: folder } },
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
      actions={<Button onClick={onClose}>{t('common:action.cancel')}</Button>}
    >
      <ChoiceBox
        label={t('subscription.folder')}
        hint={t('subscription.folderHint')}
        written={written}
        onWrite={write}
        choices={choices}
        onChoose={(value) => move(value === NONE ? null : value.slice(FOLDER.length))}
      />
    </Dialog>
  )
}
