import './subscription-form.css'
import { useStoreMap, useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { registry } from '../../model/app/registry.ts'
import { $unreadDays } from '../../model/reads/unread-days.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Button, Dialog, TextField, useTranslation } from '../../ui/index.ts'
import { UnreadDaysField } from './unread-days-field.tsx'
import { folderFrom, folderNames } from './folders.ts'

export const propsSchema = z.object({ name: z.string() })
export type FolderProps = z.infer<typeof propsSchema>
type DialogProps = FolderProps & { readonly onClose: () => void }

/** Another name for a folder; the name of another folder makes one of both. */
export default function RenameFolderDialog({ name, onClose }: DialogProps) {
  const { t } = useTranslation(['app', 'common'])
  const invoke = useUnit(registry.commandInvoked)
  const names = useStoreMap($subscriptions, (all) => folderNames(all.values()))
  const [written, setWritten] = useState(name)
  const to = folderFrom(written)
  const feedIds = useStoreMap($subscriptions, (all) =>
    [...all.values()].flatMap((one) => (one.category === name && one.feedId !== null ? one.feedId : [])),
  )
  const { byFeed, byFolder } = useUnit($unreadDays)
  const storedDays = byFolder.get(name) ?? null
  const [days, setDays] = useState<number | null>(storedDays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to === null) return
    if (days !== storedDays)
      invoke({
        id: 'subscription:folder-unread-for',
        source: 'button',
        args: { category: name, days: String(days ?? 0) },
      })
    if (to !== name)
      invoke({ id: 'subscription:rename-folder', source: 'button', args: { category: name, title: to } })
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('subscription.renameFolderTitle')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" type="submit" form="rename-folder" disabled={to === null}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id="rename-folder" className="ui-stack" onSubmit={submit}>
        <TextField
          label={t('subscription.renameFolderLabel')}
          value={written}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          error={to === null ? t('subscription.folderNameMissing') : undefined}
          hint={to !== null && to !== name && names.includes(to) ? t('subscription.folderExists') : undefined}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <UnreadDaysField value={days} onChange={setDays} feedIds={feedIds.filter((id) => !byFeed.has(id))} />
      </form>
    </Dialog>
  )
}
