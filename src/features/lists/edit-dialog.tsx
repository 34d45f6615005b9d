import './lists.css'
import { useStoreMap, useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { isView } from '../../contract/views.ts'
import { webAddress } from '../../core/safe-href.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { listCreateRequested, listEditRequested, type ListForm } from '../../model/lists/index.ts'
import { $location } from '../../model/location/index.ts'
import { $currency, $showsPrices } from '../../model/plugins/currency.ts'
import { $lists } from '../../model/subscriptions/index.ts'
import {
  Button,
  Dialog,
  ErrorState,
  SkeletonText,
  TextArea,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { ViewField } from '../subscription-form/index.ts'
import { useListDetails } from './use-list-details.ts'

export const propsSchema = z.object({
  /** Absent: a new list. */
  listId: z.string().optional(),
})
export type EditListProps = z.infer<typeof propsSchema>

/** A new list, or the title, description, picture, view and fee of one's own. */
export default function EditListDialog({
  listId,
  onClose,
}: EditListProps & { readonly onClose: () => void }) {
  const { view } = useUnit($location)
  if (listId !== undefined) return <EditKnownList listId={listId} onClose={onClose} />
  return (
    <ListFormDialog initial={{ title: '', description: '', image: '', view, fee: 0 }} onClose={onClose} />
  )
}

function EditKnownList({ listId, onClose }: { readonly listId: string; readonly onClose: () => void }) {
  const { t } = useTranslation(['sources', 'common', 'errors'])
  const subscribed = useStoreMap({ store: $lists, keys: [listId], fn: (all, [id]) => all.get(id) ?? null })
  const query = useListDetails(listId)
  const list = subscribed ?? query.data?.list
  if (list) {
    const { title, description, image, view, fee } = list
    const initial = {
      title: title ?? '',
      description: description ?? '',
      image: image ?? '',
      view: isView(view) ? view : 0,
      fee,
    } as const
    return <ListFormDialog listId={listId} initial={initial} onClose={onClose} />
  }
  return (
    <Dialog open title={t('list.editTitle')} closeLabel={t('common:action.close')} onClose={onClose}>
      {query.isLoadingError ? (
        <ErrorState title={t('list.failed')} description={errorMessage(query.error, t)} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  )
}

type ListFormDialogProps = {
  readonly listId?: string
  readonly initial: ListForm
  readonly onClose: () => void
}

function ListFormDialog({ listId, initial, onClose }: ListFormDialogProps) {
  const { t } = useTranslation(['sources', 'common'])
  const [showsPrices, currency] = useUnit([$showsPrices, $currency])
  const { create, edit, open } = useUnit({
    create: listCreateRequested,
    edit: listEditRequested,
    open: dialogOpened,
  })
  const [form, setForm] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = problemsOf(form)
  const problem = (field: keyof typeof problems) =>
    isSubmitted && problems[field] ? t(`list.problem.${field}`) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (Object.values(problems).some(Boolean)) return
    const trimmed = { ...form, title: form.title.trim(), image: form.image.trim() }
    if (listId === undefined) create(trimmed)
    else edit({ listId, patch: trimmed })
    onClose()
  }
  return (
    <Dialog
      open
      title={t(listId === undefined ? 'list.createTitle' : 'list.editTitle')}
      description={listId === undefined ? t('list.words') : initial.title}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          {listId !== undefined && (
            <>
              <Button
                variant="quiet"
                className="dialog-aside"
                onClick={() => {
                  onClose()
                  open({ id: 'delete-list', props: { listId } })
                }}
              >
                {t('list.delete')}
              </Button>
              <Button
                onClick={() => {
                  onClose()
                  open({ id: 'list-feeds', props: { listId } })
                }}
              >
                {t('list.feeds')}
              </Button>
            </>
          )}
          <Button variant="primary" type="submit" form="edit-list">
            {listId === undefined ? t('create') : t('common:action.save')}
          </Button>
        </>
      }
    >
      <form id="edit-list" className="ui-stack" noValidate onSubmit={submit}>
        <TextField
          label={t('titleField')}
          error={problem('title')}
          required
          autoFocus
          maxLength={200}
          value={form.title}
          onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        />
        <TextArea
          label={t('list.description')}
          maxLength={5000}
          value={form.description}
          onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
        />
        <TextField
          label={t('list.image')}
          hint={t('list.imageHint')}
          error={problem('image')}
          inputMode="url"
          autoComplete="off"
          value={form.image}
          onChange={(event) => setForm({ ...form, image: event.currentTarget.value })}
        />
        <ViewField value={form.view} onChange={(view) => setForm({ ...form, view })} />
        {showsPrices && (
          <TextField
            label={t('list.fee')}
            hint={t('list.feeHint')}
            error={problem('fee')}
            type="number"
            min={0}
            step={1}
            inputMode="numeric"
            trailing={currency}
            value={Number.isNaN(form.fee) ? '' : form.fee}
            // An empty field is a free list (spec 5).
            onChange={(event) => setForm({ ...form, fee: Number(event.currentTarget.value) })}
          />
        )}
      </form>
    </Dialog>
  )
}

/** The rules of the contract (contract/lists.ts), before the request is made. */
const problemsOf = ({ title, image, fee }: ListForm) => ({
  title: title.trim() === '',
  image: image.trim() !== '' && webAddress(image.trim()) === undefined,
  fee: !Number.isInteger(fee) || fee < 0 || fee > 1_000_000_000,
})
